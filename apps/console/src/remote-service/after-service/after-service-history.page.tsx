import { diagnosis } from '@headland/contracts/diagnosis';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Wrench } from 'lucide-react';
import { useEffect } from 'react';
import type { Search } from '../../lib/search';
import { useI18n } from '../../lib/i18n';
import { toRecord } from '../../lib/paths';
import { Button } from '../../ui/button';
import { ListPage } from '../../ui/list-page';
import { Tabs } from '../../ui/tabs';
import { WithRecord } from '../../ui/with-record';
import {
  entryIdOf,
  entrySignature,
  HistoryCsv,
  HistoryFilters,
  useHistory,
  useHistoryColumns,
} from '../remote-diagnosis/history-list';
import { HistoryPanel } from '../remote-diagnosis/history-panel';
import type { HistoryFrame } from '../remote-diagnosis/history-frame';
import { JobHistory } from './job-history';
import { WriteHistory } from './write-history';

const tabs = ['sessions', 'jobs', 'writes'] as const;
type Tab = (typeof tabs)[number];

/** All that the after-service has done to a vehicle: sessions and tests, jobs, and what was written into it; nothing here changes anything. */
export function AfterServiceHistoryPage() {
  const { t } = useI18n();
  return (
    <WithRecord
      endpoint={diagnosis.get}
      list={{ to: '/afterService', label: t('afterService.toList'), missing: t('remote.missing') }}
    >
      {({ vehicle }) => <Histories key={vehicle.id} vehicleId={vehicle.id} vin={vehicle.vin} />}
    </WithRecord>
  );
}

function Histories({ vehicleId, vin }: { vehicleId: number; vin: string }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const { tab: asked } = useSearch({ strict: false }) as Search;
  const tab: Tab = tabs.find((name) => name === asked) ?? 'sessions';
  const title = t('afterServiceHistory.of', { vin });
  useEffect(() => {
    document.title = `${title} · Headland`;
  }, [title]);
  const frame: HistoryFrame = {
    vehicleId,
    title,
    actions: (
      <Button
        icon={<Wrench size={15} />}
        onClick={() => void navigate({ to: toRecord('/afterServiceDetail', vehicleId) })}
      >
        {t('afterService.toVehicle')}
      </Button>
    ),
    tabs: (
      <Tabs
        label={t('afterServiceHistory.tabs')}
        value={tab}
        // the filter of one history does not apply to another
        onChange={(next) => void navigate({ to: '.', search: { tab: next }, replace: true })}
        choices={tabs.map((value) => ({ value, label: t(`afterServiceHistory.tab.${value}`) }))}
      />
    ),
  };
  if (tab === 'jobs') return <JobHistory {...frame} />;
  return tab === 'writes' ? <WriteHistory {...frame} /> : <Sessions {...frame} />;
}

function Sessions({ vehicleId, title, actions, tabs: choices }: HistoryFrame) {
  const { t } = useI18n();
  const list = useHistory(vehicleId);
  const { columns, phone } = useHistoryColumns();
  return (
    <ListPage
      title={title}
      exportAs="serviceHistory"
      list={list}
      tabs={choices}
      actions={
        <>
          <HistoryCsv vehicleId={vehicleId} list={list} />
          {actions}
        </>
      }
      filters={<HistoryFilters list={list} />}
      table={{ columns, phone, idOf: entryIdOf, signature: entrySignature }}
      detail={
        list.openId === null ? null : (
          <HistoryPanel key={list.openId} vehicleId={vehicleId} entry={list.openId} onClose={() => list.open(null)} />
        )
      }
      detailWidth="560px"
      empty={{ title: t('serviceHistory.empty'), text: t('serviceHistory.emptyText') }}
    />
  );
}
