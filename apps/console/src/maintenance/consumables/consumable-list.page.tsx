import { type ConsumableRow, consumables, consumablesCountedTo, runningStates } from '@headland/contracts/consumable';
import { maintenanceTypes, models } from '@headland/contracts/model';
import { useQuery } from '@tanstack/react-query';
import { useI18n } from '../../lib/i18n';
import { query, useCan } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { CountedFilters } from '../../ui/counted-filters';
import { FilterBar, FilterMany, FilterSelect, FilterText, NewRows } from '../../ui/filter-bar';
import { FilterDates } from '../../ui/filter-dates';
import { ListPage } from '../../ui/list-page';
import { OrganizationFilter } from '../../ui/organization-filter';
import { RedatingNote } from '../../ui/redating-note';
import { type List, useList } from '../../ui/use-list';
import { useConsumableColumns } from './consumable-columns';
import { NotifyCustomers } from './notify-customers';
import { useLiveCycles } from './use-live-cycles';
import { useNewDue } from './use-new-due';

/** Consumables that need replacement or inspection: due ones, the most used first. */
export function ConsumableListPage() {
  const { t } = useI18n();
  const can = useCan();
  const list = useList(consumables.list);
  const rows = useLiveCycles(list.rows);
  const { columns, phone } = useConsumableColumns();
  return (
    <ListPage<ConsumableRow>
      title={t('screen.expendable')}
      list={{ ...list, rows }}
      exportAs="consumables"
      to={(r) => toRecord('/expendableDetail', r.id)}
      countedTo={consumablesCountedTo}
      filters={
        <>
          <RedatingNote />
          <Filters list={list} />
        </>
      }
      table={{ columns, phone, idOf, signature: signatureOf }}
      {...(can(consumables.notify.allow)
        ? { bulk: ({ rows: picked, clear }) => <NotifyCustomers rows={picked} onDone={clear} /> }
        : {})}
      empty={{ title: t('consumable.empty'), text: t('consumable.emptyText') }}
    />
  );
}

const idOf = (r: ConsumableRow): number => r.id;
/** Changes while the page is open. */
const signatureOf = (r: ConsumableRow): string => [r.state, r.percent, r.sentAt].join(' ');

function Filters({ list }: { list: List<typeof consumables.list> }) {
  const { t } = useI18n();
  const can = useCan();
  const { filter: f, set } = list;
  const newDue = useNewDue(list);
  const { data: names = [] } = useQuery(query(models.names));
  const { data: items = [] } = useQuery(query(consumables.items));
  return (
    <FilterBar onReset={list.reset} end={<NewRows count={newDue.count} onShow={newDue.show} />}>
      <FilterMany
        label={t('consumable.state')}
        values={f.state}
        options={runningStates.map((value) => ({ value, label: t(`cycleState.${value}`) }))}
        onApply={(state) => set({ state })}
      />
      <FilterText label={t('consumable.vin')} value={f.vin} onApply={(vin) => set({ vin })} width="190px" />
      <FilterMany
        label={t('consumable.model')}
        values={f.model}
        options={names.map((m) => ({ value: m.name, label: m.name }))}
        onApply={(model) => set({ model })}
      />
      <FilterMany
        label={t('consumable.item')}
        values={f.item}
        options={items.map((value) => ({ value, label: value }))}
        onApply={(item) => set({ item })}
      />
      <FilterSelect
        label={t('consumable.maintenance')}
        value={f.maintenance}
        options={maintenanceTypes.map((value) => ({ value, label: t(`maintenance.${value}`) }))}
        onApply={(value) => set({ maintenance: maintenanceTypes.find((m) => m === value) })}
      />
      <OrganizationFilter label={t('consumable.dealer')} value={f.dealerId} onApply={(dealerId) => set({ dealerId })} />
      {can('customer:R') && (
        <FilterText
          label={t('consumable.customer')}
          value={f.customer}
          onApply={(customer) => set({ customer })}
          width="140px"
        />
      )}
      <CountedFilters filter={f} set={set} without={['dealerId']} />
      <FilterDates
        label={t('consumable.alarmedOn')}
        of={consumables.list.query}
        start="alarmedFrom"
        filter={f}
        onApply={set}
      />
      <FilterDates
        label={t('consumable.replacedOn')}
        of={consumables.list.query}
        start="replacedFrom"
        filter={f}
        onApply={set}
      />
    </FilterBar>
  );
}
