import { afterService, type AfterServiceRow, jobStates } from '@headland/contracts/after-service';
import { injectorProfiles } from '@headland/contracts/profile';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Search } from '../../lib/search';
import { useI18n } from '../../lib/i18n';
import { useCan } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { FilterMany } from '../../ui/filter-bar';
import { ListPage } from '../../ui/list-page';
import { ServiceFilters } from '../../ui/service/service-filters';
import { useLiveService } from '../../ui/service/use-live-service';
import { Tabs } from '../../ui/tabs';
import { useList } from '../../ui/use-list';
import { InjectorProfileTab } from './injector-profile-tab';
import { useJobColumns } from './job-columns';
import { StartJob } from './start-job';

/** Machines that are served, and for administrators the rules of injector codes, one tab further. */
export function AfterServiceListPage() {
  const { tab } = useSearch({ strict: false }) as Search;
  const can = useCan();
  const both = can(injectorProfiles.versions.allow);
  if (both && tab === 'injectors') return <InjectorProfileTab tabs={<AfterServiceTabs value="injectors" />} />;
  return <Vehicles tabs={both ? <AfterServiceTabs value="vehicles" /> : undefined} />;
}

/** Machines with their newest service job; a row opens the page on which one serves it. */
function Vehicles({ tabs }: { tabs: ReactNode }) {
  const { t } = useI18n();
  const list = useList(afterService.list);
  const rows = useLiveService(list.rows);
  const [starting, setStarting] = useState<AfterServiceRow | null>(null);
  const { columns, phone } = useJobColumns(setStarting);
  return (
    <>
      <ListPage<AfterServiceRow>
        title={t('screen.afterService')}
        list={{ ...list, rows }}
        exportAs="afterService"
        tabs={tabs}
        to={(r) => toRecord('/afterServiceDetail', r.id)}
        filters={
          <ServiceFilters list={list}>
            <FilterMany
              label={t('serviceJob.state')}
              values={list.filter.job}
              options={[...jobStates, 'none' as const].map((value) => ({
                value,
                label: t(`serviceJobState.${value}`),
              }))}
              onApply={(job) => list.set({ job })}
            />
          </ServiceFilters>
        }
        table={{ columns, phone, idOf, signature }}
        empty={{ title: t('afterService.empty'), text: t('afterService.emptyText') }}
      />
      {starting !== null && <StartJob vehicle={starting} onClose={() => setStarting(null)} />}
    </>
  );
}

function AfterServiceTabs({ value }: { value: 'vehicles' | 'injectors' }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  return (
    <Tabs
      label={t('afterService.tabs')}
      value={value}
      onChange={(tab) => void navigate({ to: '.', search: tab === 'injectors' ? { tab } : {}, replace: true })}
      choices={[
        { value: 'vehicles', label: t('afterService.tabVehicles') },
        { value: 'injectors', label: t('injectorProfile.tab') },
      ]}
    />
  );
}

const idOf = (r: AfterServiceRow): number => r.id;
/** Marked for two seconds: who took or freed a machine, one that came or went, a job that moved on. */
const signature = (r: AfterServiceRow): string =>
  [r.online, r.engine, r.holder?.sessionId, r.holder?.state, r.job?.id, r.job?.state].join(' ');
