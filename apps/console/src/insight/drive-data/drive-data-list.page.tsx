import { chakra } from '@chakra-ui/react';
import { driveData, type DriveRow, type DriveTotals } from '@headland/contracts/drive-data';
import { driveListColumns } from '@headland/i18n/columns/drive-data';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { toRecord } from '../../lib/paths';
import { stringifySearch } from '../../lib/search';
import { query, useCan } from '../../lib/session/session';
import { FilterBar, FilterMany, FilterText } from '../../ui/filter-bar';
import { FilterDates } from '../../ui/filter-dates';
import { useListColumns } from '../../ui/list-columns';
import { ListPage } from '../../ui/list-page';
import { OrganizationFilter, useOrganizationNodes } from '../../ui/organization-filter';
import type { Column } from '../../ui/table-props';
import { type List, useList } from '../../ui/use-list';
import { PeriodNote } from './period-note';

/** What vehicles did over a period, with the totals of the whole filter. */
export function DriveDataListPage() {
  const { t, number } = useI18n();
  const list = useList(driveData.list);
  const { vin, model, dealerId, customer, from, to } = list.input;
  const filter = { vin, model, dealerId, customer, from, to } as Parameters<typeof totalsQuery>[0];
  const { data: totals } = useQuery({ ...totalsQuery(filter), placeholderData: keepPreviousData });
  const c = useListColumns<DriveRow, ColumnKey>(driveListColumns);
  const { columns, phone } = useMemo(() => {
    // words of a vehicle have no total
    const ofVehicle = (column: Column<DriveRow>): Column<DriveRow> => ({
      ...column,
      cell: (row) => (row.id === 0 ? null : column.cell(row)),
    });
    const named: Column<DriveRow> = {
      ...c.vin,
      cell: (r) => (
        <chakra.span display="block" lineHeight="18px" py="1.5" whiteSpace="normal">
          <chakra.b fontWeight="600">{r.vin}</chakra.b>
          {r.id !== 0 && (
            <chakra.small display="block" color="ink3">
              {r.model} · {r.customer?.name ?? '–'}
            </chakra.small>
          )}
        </chakra.span>
      ),
    };
    return {
      columns: [
        { ...c.vin, identity: true as const },
        ...[c.model, c.customer, c.dealer].map(ofVehicle),
        ...[c.days, c.run, c.km, c.fuel, c.fuelPerHour, c.idle, c.work, c.drive, c.starts],
        ofVehicle(c.startedAt),
      ],
      phone: [named, { ...c.run, width: '88px' }, { ...c.km, width: '96px' }],
    };
  }, [c]);
  return (
    <ListPage<DriveRow>
      title={t('screen.driveData')}
      list={list}
      exportAs="driveData"
      total={
        <>
          {list.result.data !== undefined && <b>{number(list.page.total)}</b>}
          {totals && <PeriodNote period={totals} stored />}
        </>
      }
      // the vehicle is opened over the same period
      to={(r) =>
        `${toRecord('/driveDataDetail', r.id)}${stringifySearch({ from: totals?.from ?? from, to: totals?.to ?? to })}`
      }
      filters={<Filters list={list} />}
      table={{
        columns,
        phone,
        idOf,
        totals: totals && totalsRow(totals, t('driveData.totalOf', { n: totals.vehicles })),
      }}
      empty={{ title: t('driveData.empty'), text: t('driveData.emptyText') }}
    />
  );
}

type ColumnKey = (typeof driveListColumns)[number]['key'];
const totalsQuery = (filter: NonNullable<Parameters<typeof query<typeof driveData.totals>>[1]>['query']) =>
  query(driveData.totals, { query: filter });
const idOf = (r: DriveRow): number => r.id;
const totalsRow = ({ vehicles: _, ...sums }: DriveTotals, vin: string): DriveRow => ({
  id: 0,
  vin,
  model: '',
  customer: null,
  dealer: null,
  startedAt: null,
  ...sums,
});
function Filters({ list }: { list: List<typeof driveData.list> }) {
  const { t } = useI18n();
  const can = useCan();
  const { filter, set } = list;
  const { data: models = [] } = useQuery(query(driveData.models));
  const dealers = useOrganizationNodes();
  return (
    <FilterBar onReset={list.reset}>
      <FilterDates label={t('driveData.period')} of={driveData.list.query} filter={filter} onApply={set} />
      <FilterText label={t('driveData.vin')} value={filter.vin} width="160px" onApply={(vin) => set({ vin })} />
      <FilterMany
        label={t('driveData.model')}
        values={filter.model}
        options={models.map((m) => ({ value: m, label: m }))}
        onApply={(model) => set({ model })}
      />
      {dealers.length > 1 && (
        <OrganizationFilter
          label={t('driveData.dealer')}
          value={filter.dealerId}
          onApply={(dealerId) => set({ dealerId })}
        />
      )}
      {can('customer:R') && (
        <FilterText
          label={t('driveData.customer')}
          value={filter.customer}
          width="120px"
          onApply={(customer) => set({ customer })}
        />
      )}
    </FilterBar>
  );
}
