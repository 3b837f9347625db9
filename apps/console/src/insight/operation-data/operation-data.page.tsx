import { Flex } from '@chakra-ui/react';
import type { ListEndpoint, ListRow } from '@headland/contracts/endpoint';
import type { ExportList } from '@headland/contracts/export';
import { modelTypes } from '@headland/contracts/model';
import { operationData, OperationFilter } from '@headland/contracts/operation-data';
import { vehicles } from '@headland/contracts/vehicle';
import {
  operationCustomerColumns,
  operationFaultColumns,
  operationModelColumns,
  operationRepairColumns,
  operationSosColumns,
} from '@headland/i18n/columns/operation-data';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useMemo } from 'react';
import type { ListLink } from '@headland/domain/operation-links';
import { useI18n } from '../../lib/i18n';
import { type RecordPath, toRecord } from '../../lib/paths';
import { type Search, stringifySearch } from '../../lib/search';
import { query } from '../../lib/session/session';
import { FilterBar, FilterMany, FilterSelect } from '../../ui/filter-bar';
import { FilterDates } from '../../ui/filter-dates';
import { useListColumns } from '../../ui/list-columns';
import { ListBody, ListExport } from '../../ui/list-page';
import { OrganizationFilter } from '../../ui/organization-filter';
import { Page, PageHead } from '../../ui/panel';
import type { Column } from '../../ui/table';
import { Tabs } from '../../ui/tabs';
import { type List, useList } from '../../ui/use-list';
import { Linked } from './parts';
import {
  ActivityFigures,
  FaultFigures,
  type FiguresProps,
  RepairFigures,
  SosFigures,
  useActivity,
  useLinks,
} from './tabs';

const tabs = ['models', 'customers', 'faults', 'sos', 'repairs'] as const;
type Tab = (typeof tabs)[number];

/** What the vehicles did over a period, by model and by customer, and its faults, SOS calls and repairs. */
export function OperationDataPage() {
  const { tab } = useSearch({ strict: false }) as Search;
  const shown = tabs.find((name) => name === tab) ?? 'models';
  const Shown = pages[shown];
  return <Shown key={shown} />;
}

function ModelsTab() {
  const list = useList(operationData.models);
  const c = useListColumns(operationModelColumns);
  const { to, links, courseOf } = useTableLinks(list);
  const columns = useMemo<Column<ListRow<typeof operationData.models>>[]>(
    () => [
      { ...c.name, identity: true },
      c.type,
      linked(
        c.vehicles,
        (r) => r.vehicles,
        (r) => to && links.if('vehicles', to.vehicles({ model: [r.name] })),
      ),
      linked(
        c.active,
        (r) => r.active,
        (r) => to && links.if('vehicles', to.active({ model: [r.name] })),
      ),
      ...[c.runMs, c.meanRunMs, c.km, c.fuelL, c.litresPerHour, c.idlePercent, c.workPercent, c.drivePercent],
      linked(
        c.faults,
        (r) => r.faults,
        (r) => to && links.if('faults', to.faults({ modelName: [r.name] })),
      ),
    ],
    [c, to, links],
  );
  return (
    <Frame
      tab="models"
      list={list}
      columns={columns}
      exportAs="operationModels"
      Figures={ActivityFigures}
      to={courseOf('/operationDataModelDetail')}
    />
  );
}

function CustomersTab() {
  const list = useList(operationData.customers);
  const c = useListColumns(operationCustomerColumns);
  const { to, links, courseOf } = useTableLinks(list);
  const columns = useMemo<Column<ListRow<typeof operationData.customers>>[]>(() => {
    // lists cannot be filtered by owner without the right to read customers
    const by = links.may.owners ? to : undefined;
    return [
      { ...c.customer, identity: true },
      linked(
        c.vehicles,
        (r) => r.vehicles,
        (r) => by && links.if('vehicles', by.owned(r.id)),
      ),
      ...[c.runMs, c.km, c.fuelL, c.litresPerHour],
      linked(
        c.faults,
        (r) => r.faults,
        (r) => by && links.if('faults', by.faults({ ownerId: r.id })),
      ),
      linked(
        c.sos,
        (r) => r.sos,
        (r) => by && links.if('sos', by.sos({ ownerId: r.id })),
      ),
    ];
  }, [c, to, links]);
  return (
    <Frame
      tab="customers"
      list={list}
      columns={columns}
      exportAs="operationCustomers"
      Figures={ActivityFigures}
      to={courseOf('/operationDataCusDetail')}
    />
  );
}

function FaultsTab() {
  const list = useList(operationData.faultCodes);
  const c = useListColumns(operationFaultColumns);
  const { to, links } = useTableLinks(list);
  const columns = useMemo<Column<ListRow<typeof operationData.faultCodes>>[]>(
    () => [
      { ...c.code, identity: true },
      ...[c.name, c.part, c.severity],
      linked(
        c.count,
        (r) => r.count,
        (r) => to && links.if('faults', to.faults({ code: r.code })),
      ),
      c.vehicles,
      c.repeatPercent,
    ],
    [c, to, links],
  );
  return <Frame tab="faults" list={list} columns={columns} exportAs="operationFaults" Figures={FaultFigures} />;
}

function SosTab() {
  const list = useList(operationData.sosRegions);
  const c = useListColumns(operationSosColumns);
  const { to, links } = useTableLinks(list);
  const columns = useMemo<Column<ListRow<typeof operationData.sosRegions>>[]>(() => {
    const link = (more: (r: { id: number }) => object) => (r: { id: number }) =>
      to && links.if('sos', to.sos({ regionId: r.id, ...more(r) }));
    return [
      { ...c.region, identity: true },
      linked(
        c.count,
        (r) => r.count,
        link(() => ({})),
      ),
      linked(
        c.rollover,
        (r) => r.rollover,
        link(() => ({ type: 'rollover' })),
      ),
      linked(
        c.collision,
        (r) => r.collision,
        link(() => ({ type: 'collision' })),
      ),
      linked(
        c.button,
        (r) => r.button,
        link(() => ({ type: 'button' })),
      ),
      ...[c.acknowledge, c.dispatch, c.resolve, c.falseAlarm],
      linked(
        c.escalated,
        (r) => r.escalated,
        link(() => ({ escalated: 'true' })),
      ),
    ];
  }, [c, to, links]);
  return <Frame tab="sos" list={list} columns={columns} exportAs="operationSos" Figures={SosFigures} />;
}

function RepairsTab() {
  const list = useList(operationData.repairAgencies);
  const c = useListColumns(operationRepairColumns);
  const columns = useMemo<Column<ListRow<typeof operationData.repairAgencies>>[]>(
    () => [{ ...c.agency, identity: true }, c.completed, c.repaired, c.processed, c.meanDays],
    [c],
  );
  return <Frame tab="repairs" list={list} columns={columns} exportAs="operationRepairs" Figures={RepairFigures} />;
}
const pages: Record<Tab, ComponentType> = {
  models: ModelsTab,
  customers: CustomersTab,
  faults: FaultsTab,
  sos: SosTab,
  repairs: RepairsTab,
};

const linked = <R,>(
  column: Column<R>,
  value: (row: R) => number,
  to: (row: R) => ListLink | null | undefined,
): Column<R> => ({
  ...column,
  cell: (row) => <CountCell value={value(row)} to={to(row)} />,
});
function CountCell({ value, to }: { value: number; to: ListLink | null | undefined }) {
  const { number } = useI18n();
  return <Linked to={to}>{number(value)}</Linked>;
}

/** What all tabs ask, from the address of one. */
function askedOf(input: Record<string, unknown>): Pick<FiguresProps, 'asked' | 'filter'> {
  const asked = Object.fromEntries(Object.entries(input).filter(([name]) => name in OperationFilter.shape));
  return { asked, filter: OperationFilter.parse(asked) };
}
function useTableLinks(list: { input: Record<string, unknown> }) {
  const { asked, filter } = askedOf(list.input);
  const { data } = useActivity({ asked });
  const links = useLinks();
  const period = data && stringifySearch({ from: data.from, to: data.to });
  return {
    links,
    to: data && links.of(filter, data),
    /** the measured values of a row, over the same period */
    courseOf:
      (path: RecordPath) =>
      (row: { id: number }): string =>
        `${toRecord(path, row.id)}${period ?? ''}`,
  };
}

interface FrameProps<E extends ListEndpoint> {
  tab: Tab;
  list: List<E>;
  columns: readonly Column<ListRow<E>>[];
  exportAs: ExportList;
  Figures: ComponentType<FiguresProps>;
  /** the page of a row */
  to?: (row: { id: number }) => string;
}
function Frame<E extends ListEndpoint & { data: { _zod: { output: { id: number } } } }>({
  tab,
  list,
  columns,
  exportAs,
  Figures,
  to,
}: FrameProps<E>): ReactNode {
  const { t } = useI18n();
  const navigate = useNavigate();
  const { data: models = [] } = useQuery(query(vehicles.models));
  const { asked, filter } = askedOf(list.input);
  const set = list.set as (patch: Record<string, unknown>) => void;
  const table = { columns, idOf: (r: ListRow<E>) => (r as { id: number }).id };
  const shown = { ...list, open: () => undefined, openId: null } as never;
  return (
    <Page
      head={
        <>
          <PageHead
            title={t('screen.operationData')}
            tabs={
              <Tabs
                label={t('operation.tabs')}
                value={tab}
                choices={tabs.map((value) => ({ value, label: t(`operation.tab.${value}`) }))}
                onChange={(value) =>
                  void navigate({ to: '.', replace: true, search: { ...(asked as Search), tab: value } })
                }
              />
            }
          >
            <ListExport as={exportAs} list={shown} table={table} />
          </PageHead>
          <FilterBar onReset={list.reset}>
            <FilterDates label={t('operation.period')} of={OperationFilter} filter={filter} onApply={set} />
            <FilterMany
              label={t('operation.model')}
              values={filter.model}
              options={models.map((value) => ({ value, label: value }))}
              onApply={(model) => set({ model })}
            />
            <FilterSelect
              label={t('model.field.type')}
              value={filter.type}
              options={modelTypes.map((value) => ({ value, label: t(`modelType.${value}`) }))}
              onApply={(type) => set({ type })}
            />
            <OrganizationFilter
              label={t('operation.dealer')}
              value={filter.dealerId}
              onApply={(dealerId) => set({ dealerId })}
            />
          </FilterBar>
        </>
      }
    >
      <Flex direction="column" flex="1" minH="0" overflowY="auto" borderTop="1px solid" borderColor="line">
        <Flex direction="column" gap="3" px="4" py="3" flexShrink={0}>
          <Figures asked={asked} filter={filter} />
        </Flex>
        {/* what the figures leave of the page, and at least enough to read in */}
        <Flex direction="column" flex="1 0 420px" h="420px" bg="surface" borderTop="1px solid" borderColor="line">
          <ListBody
            title={t(`operation.tab.${tab}`)}
            list={shown}
            table={table}
            empty={{ title: t('operation.empty') }}
            {...(to && { to: (row: ListRow<E>) => to(row as { id: number }) })}
          />
        </Flex>
      </Flex>
    </Page>
  );
}
