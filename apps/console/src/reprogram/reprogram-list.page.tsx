import { models } from '@headland/contracts/model';
import { reprogram, type ReprogramRow } from '@headland/contracts/reprogram';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../lib/text';
import { query, useCan } from '../session/session';
import { FilterBar, FilterMany, FilterSelect, FilterText } from '../ui/filter-bar';
import { ListPage } from '../ui/list-page';
import { OrganizationFilter } from '../ui/organization-filter';
import { type List, useList } from '../ui/use-list';
import { useReprogramColumns } from './reprogram-columns';

/** Connection, engine and battery as they were last said; sessions and programs are events of the log and come by themselves. */
const lookMs = 5_000;

/** Vehicles and what their controllers run, those that can be reached first; a row opens the page on which one is programmed. */
export function ReprogramListPage() {
  const { t } = useWords();
  const list = useList(reprogram.list, { refetchInterval: lookMs });
  const { columns, phone } = useReprogramColumns();
  return (
    <ListPage<ReprogramRow>
      title={t('screen.reProgram')}
      list={list}
      exportAs="reprogram"
      to={(r) => `/reProgramDetail/${r.id}`}
      filters={<Filters list={list} />}
      table={{ columns, phone, idOf, signature }}
      empty={{ title: t('reprogram.empty'), text: t('reprogram.emptyText') }}
    />
  );
}

const idOf = (r: ReprogramRow): number => r.id;
const signature = (r: ReprogramRow): string => [r.online, r.engine, r.holder?.sessionId, r.lastFlash, r.ecuSoftware, r.dcuSoftware].join(' ');

function Filters({ list: { filter: f, set, reset } }: { list: List<typeof reprogram.list> }) {
  const { t } = useWords();
  const can = useCan();
  const { data: names = [] } = useQuery(query(models.names));
  return (
    <FilterBar onReset={reset}>
      <FilterText label={t('reprogram.vin')} value={f.vin} onApply={(vin) => set({ vin })} width="190px" />
      <FilterText label={t('reprogram.deviceId')} value={f.deviceId} onApply={(deviceId) => set({ deviceId })} />
      <FilterMany label={t('reprogram.model')} values={f.model} options={names.map(({ name }) => ({ value: name, label: name }))} onApply={(model) => set({ model })} />
      <OrganizationFilter label={t('reprogram.dealer')} value={f.dealerId} onApply={(dealerId) => set({ dealerId })} />
      {can('customer:R') && <FilterText label={t('reprogram.customer')} value={f.customer} onApply={(customer) => set({ customer })} width="140px" />}
      <FilterSelect
        label={t('reprogram.connection')}
        value={f.online === undefined ? undefined : String(f.online)}
        options={[
          { value: 'true', label: t('reprogram.online') },
          { value: 'false', label: t('reprogram.offline') },
        ]}
        onApply={(online) => set({ online: (online ?? 'all') as 'true' | 'false' | 'all' })}
      />
      <FilterSelect
        label={t('reprogram.session')}
        value={f.held === undefined ? undefined : String(f.held)}
        options={[
          { value: 'false', label: t('reprogram.free') },
          { value: 'true', label: t('reprogram.held') },
        ]}
        onApply={(held) => set({ held: held as 'true' | 'false' | undefined })}
      />
    </FilterBar>
  );
}
