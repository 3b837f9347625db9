import { diagnosis, type ServiceRow } from '@headland/contracts/diagnosis';
import { testCatalogues } from '@headland/contracts/test-catalogue';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Search } from '../../lib/search';
import { useI18n } from '../../lib/i18n';
import { useCan } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { ListPage } from '../../ui/list-page';
import { useServiceColumns } from '../../ui/service/service-columns';
import { ServiceFilters } from '../../ui/service/service-filters';
import { useLiveService } from '../../ui/service/use-live-service';
import { Tabs } from '../../ui/tabs';
import { useList } from '../../ui/use-list';
import { TestCatalogueTab } from './test-catalogue-tab';

/** Reachable machines, and for administrators the test catalogue. */
export function RemoteListPage() {
  const { tab } = useSearch({ strict: false }) as Search;
  const can = useCan();
  const showsTabs = can(testCatalogues.versions.allow);
  if (showsTabs && tab === 'catalogue') return <TestCatalogueTab tabs={<RemoteTabs value="catalogue" />} />;
  return <Vehicles tabs={showsTabs ? <RemoteTabs value="vehicles" /> : undefined} />;
}

/** A row opens the page for connecting to it. */
function Vehicles({ tabs }: { tabs: ReactNode }) {
  const { t } = useI18n();
  const list = useList(diagnosis.list);
  const rows = useLiveService(list.rows);
  const { columns, phone } = useServiceColumns<ServiceRow>('/remoteHistory');
  return (
    <ListPage<ServiceRow>
      title={t('screen.remote')}
      exportAs="remote"
      list={{ ...list, rows }}
      tabs={tabs}
      to={(r) => toRecord('/remoteDetail', r.id)}
      filters={<ServiceFilters list={list} />}
      table={{ columns, phone, idOf, signature }}
      empty={{ title: t('remote.empty'), text: t('remote.emptyText') }}
    />
  );
}

function RemoteTabs({ value }: { value: 'vehicles' | 'catalogue' }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  return (
    <Tabs
      label={t('screen.remote')}
      value={value}
      onChange={(tab) => void navigate({ to: '.', search: tab === 'catalogue' ? { tab } : {}, replace: true })}
      choices={[
        { value: 'vehicles', label: t('remote.tab.vehicles') },
        { value: 'catalogue', label: t('remote.tab.catalogue') },
      ]}
    />
  );
}

const idOf = (r: ServiceRow): number => r.id;
/** Highlights changed rows for two seconds: a session began or ended, a machine came or went. */
const signature = (r: ServiceRow): string =>
  `${r.online} ${r.engine} ${r.key} ${r.holder?.sessionId ?? ''} ${r.holder?.state ?? ''}`;
