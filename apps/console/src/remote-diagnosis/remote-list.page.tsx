import { customers } from '@headland/contracts/customer';
import { diagnosis, type ServiceRow } from '@headland/contracts/diagnosis';
import { models } from '@headland/contracts/model';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Search } from '../lib/search';
import { useWords } from '../lib/text';
import { query, useCan } from '../session/session';
import { FilterBar, FilterMany, FilterSelect, FilterText } from '../ui/filter-bar';
import { ListPage } from '../ui/list-page';
import { OrganizationFilter } from '../ui/organization-filter';
import { type List, useList } from '../ui/use-list';
import { useServiceColumns } from './service-columns';
import { useLiveService } from './use-live-service';

/** Machines that can be reached from here; a row opens the page on which one connects to it. */
export function RemoteListPage() {
  const { t } = useWords();
  return <ServiceList title={t('screen.remote')} to="/remoteDetail" history="/remoteHistory" />;
}

interface Props {
  title: string;
  /** the page of a vehicle and of its history, without the number */
  to: string;
  history: string;
}
/** The list that the screens of remote service share. Who asks for nothing sees the machines that are online. */
export function ServiceList({ title, to, history }: Props) {
  const { t } = useWords();
  const connection = useConnectionInAddress();
  const list = useList(diagnosis.list, { enabled: connection !== undefined });
  const rows = useLiveService(list.rows);
  const { columns, phone } = useServiceColumns(history);
  return (
    <ListPage<ServiceRow>
      title={title}
      list={{ ...list, rows }}
      to={(r) => `${to}/${r.id}`}
      filters={<Filters list={list} connection={connection} />}
      table={{ columns, phone, idOf, signature }}
      empty={{ title: t('remote.empty'), text: t('remote.emptyText') }}
    />
  );
}

const idOf = (r: ServiceRow): number => r.id;
/** Marked for two seconds: who took or freed a machine, and one that came or went. */
const signature = (r: ServiceRow): string => `${r.online} ${r.engine} ${r.holder?.sessionId ?? ''} ${r.holder?.state ?? ''}`;

/** The address says which machines are meant: `true` at first, `all` is no filter for the server. Undefined until it does. */
function useConnectionInAddress(): string | undefined {
  const { online } = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  useEffect(() => {
    if (online === undefined) void navigate({ to: '.', search: ((old: Search) => ({ ...old, online: 'true' })) as never, replace: true });
  }, [online, navigate]);
  return typeof online === 'string' ? online : undefined;
}

function Filters({ list: { filter: f, set, reset }, connection }: { list: List<typeof diagnosis.list>; connection: string | undefined }) {
  const { t } = useWords();
  const can = useCan();
  const { data: names = [] } = useQuery(query(models.names));
  return (
    <FilterBar onReset={reset}>
      <FilterText label={t('remote.vin')} value={f.vin} onApply={(vin) => set({ vin })} />
      <FilterText label={t('remote.deviceId')} value={f.deviceId} onApply={(deviceId) => set({ deviceId })} />
      <FilterMany label={t('remote.model')} values={f.model} options={names.map(({ name }) => ({ value: name, label: name }))} onApply={(model) => set({ model })} />
      <OrganizationFilter label={t('remote.dealer')} value={f.dealerId} onApply={(dealerId) => set({ dealerId })} />
      {can(customers.list.allow) && <FilterText label={t('remote.customer')} value={f.customer} onApply={(customer) => set({ customer })} />}
      <FilterSelect
        label={t('remote.connection')}
        value={connection === 'true' || connection === 'false' ? connection : undefined}
        options={[
          { value: 'true', label: t('remote.online') },
          { value: 'false', label: t('remote.offline') },
        ]}
        onApply={(online) => set({ online: (online ?? 'all') as 'true' })}
      />
      <FilterSelect
        label={t('remote.session')}
        value={f.held === undefined ? undefined : String(f.held)}
        options={[
          { value: 'false', label: t('remote.free') },
          { value: 'true', label: t('remote.held') },
        ]}
        onApply={(held) => set({ held: held as 'true' | 'false' | undefined })}
      />
    </FilterBar>
  );
}
