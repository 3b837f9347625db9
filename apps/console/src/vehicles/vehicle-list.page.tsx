import { chakra, Flex } from '@chakra-ui/react';
import { type VehicleRow, vehicles } from '@headland/contracts/vehicle';
import { useNavigate } from '@tanstack/react-router';
import { Columns2, Columns3, Filter, List as ListIcon, Map as MapIcon } from 'lucide-react';
import { type RefObject, useCallback, useRef, useState } from 'react';
import { z } from 'zod';
import { useWords } from '../lib/text';
import { useMedia } from '../lib/use-media';
import { useLiveCounts } from '../live/live';
import { useRemembered } from '../session/store';
import { Button, IconButton } from '../ui/button';
import { Checkbox } from '../ui/field';
import { NewRows } from '../ui/filter-bar';
import { Menu, MenuCheck } from '../ui/menu';
import { Pager } from '../ui/pager';
import { Page, PageHead } from '../ui/panel';
import { EmptyState, ErrorState, Skeleton } from '../ui/states';
import { Table } from '../ui/table';
import { Segmented } from '../ui/tabs';
import { type List, useList } from '../ui/use-list';
import { useLiveRows } from './use-live-rows';
import { useNewRows } from './use-new-rows';
import { columnKeys, columnTitle, fewColumns, usualColumns, useVehicleColumns } from './vehicle-columns';
import { VehicleFilters } from './vehicle-filters';
import { bboxOf, type Bounds, VehicleMap } from './vehicle-map';

const views = ['map', 'split', 'list'] as const;
type View = (typeof views)[number];

/** Where every vehicle is and how it does, now: a live map and a live list, side by side or each by itself. */
export function VehicleListPage() {
  const { t } = useWords();
  const list = useList(vehicles.list);
  const wide = useMedia('(min-width: 1024px)');
  const [chosen, setView] = useRemembered('status.view', z.enum(views), 'split');
  const bounds = useRef<Bounds | null>(null);
  const [filtersOpen, setFiltersOpen] = useState(false);
  const view: View = wide || chosen !== 'split' ? chosen : 'map';
  const rows = useLiveRows(list.rows, list.result.dataUpdatedAt);
  const choices = views.filter((v) => wide || v !== 'split').map((value) => ({ value, label: t(`vehicle.view.${value}`), icon: icons[value] }));
  const active = filterCount(list);
  return (
    <Page
      head={
        <>
          <PageHead title={t('screen.status')} total={<Counts total={list.page.total} filtered={list.filtered} />}>
            {!wide && (
              <Button icon={<Filter size={15} />} aria-expanded={filtersOpen} onClick={() => setFiltersOpen(!filtersOpen)}>
                {t('vehicle.filters')}
                {active > 0 ? ` ${active}` : ''}
              </Button>
            )}
            <Segmented label={t('vehicle.view')} value={view} choices={choices} onChange={setView} />
          </PageHead>
          {(wide || filtersOpen) && <VehicleFilters list={list} />}
        </>
      }
    >
      <chakra.div
        flex="1"
        minH="0"
        display="grid"
        gridTemplateRows="minmax(0,1fr)"
        gridTemplateColumns={view === 'split' ? 'minmax(420px, 744fr) minmax(440px, 640fr)' : 'minmax(0,1fr)'}
        borderTop="1px solid"
        borderColor="line"
      >
        {view !== 'list' && <VehicleMap list={list} rows={rows} bounds={bounds} />}
        {view !== 'map' && <VehicleRows list={list} rows={rows} bounds={view === 'split' ? bounds : null} />}
      </chakra.div>
    </Page>
  );
}

const icons = { map: <MapIcon size={15} />, split: <Columns2 size={15} />, list: <ListIcon size={15} /> };

/** The whole fleet as the stream counts it; beside it how many the filters leave. */
function Counts({ total, filtered }: { total: number; filtered: boolean }) {
  const { t, number } = useWords();
  const counts = useLiveCounts();
  if (!counts) return <>{number(total)}</>;
  return (
    <>
      <b>{number(counts.vehicles)}</b>
      {t('vehicle.countUnit', { n: counts.vehicles })} · {t('vehicle.engineOn')} <b>{number(counts.engineOn)}</b> · {t('state.offline')} <b>{number(counts.offline)}</b>
      {filtered && (
        <>
          {' '}
          · {t('vehicle.matching')} <b>{number(total)}</b>
        </>
      )}
    </>
  );
}

function VehicleRows({ list, rows, bounds }: { list: List<typeof vehicles.list>; rows: VehicleRow[]; bounds: RefObject<Bounds | null> | null }) {
  const beside = bounds !== null;
  const { t } = useWords();
  const navigate = useNavigate();
  const [columns, setColumns] = useRemembered(beside ? 'status.columns.split' : 'status.columns', z.array(z.enum(columnKeys)).min(1), [
    ...(beside ? fewColumns : usualColumns),
  ]);
  const shown = useVehicleColumns(columns);
  const news = useNewRows(list);
  const { result, openId, open } = list;
  const onOpen = useCallback(
    (row: VehicleRow) => {
      // Beside the map the first Enter or click selects, the second opens; a list by itself opens at once.
      if (beside && row.id !== openId) open(row.id);
      else void navigate({ to: '/statusDetail/$number', params: { number: String(row.id) } as never });
    },
    [beside, openId, open, navigate],
  );
  return (
    <Flex direction="column" minH="0" minW="0" bg="surface" borderLeft={beside ? '1px solid' : undefined} borderColor="lineStrong" css={beside ? besideCss : aloneCss}>
      <Flex align="center" gap="3" px="4" h="11" flexShrink={0}>
        {bounds && <InMapView list={list} bounds={bounds} />}
        <chakra.span flex="1" />
        <NewRows count={news.count} onShow={news.show} />
        <Menu trigger={<IconButton label={t('vehicle.columns')} icon={<Columns3 size={16} />} />}>
          {columnKeys.map((key) => (
            <MenuCheck
              key={key}
              value={key}
              checked={columns.includes(key)}
              onChange={(on) => (on || columns.length > 1) && setColumns(on ? [...columns, key] : columns.filter((c) => c !== key))}
            >
              {columnTitle(t, key)}
            </MenuCheck>
          ))}
        </Menu>
      </Flex>
      {result.isError && rows.length > 0 && <ErrorState compact error={result.error} onRetry={() => void result.refetch()} />}
      {result.isPending ? (
        <Skeleton rows={16} />
      ) : result.isError && rows.length === 0 ? (
        <ErrorState error={result.error} onRetry={() => void result.refetch()} />
      ) : rows.length === 0 ? (
        list.filtered ? (
          <EmptyState
            title={t('common.emptyFilter')}
            text={list.filter.bbox === undefined ? undefined : t('vehicle.emptyInView')}
            action={<Button onClick={list.reset}>{t('common.reset')}</Button>}
          />
        ) : (
          <EmptyState title={t('vehicle.empty')} text={t('vehicle.emptyText')} />
        )
      ) : (
        <Table
          label={t('screen.status')}
          columns={shown}
          rows={rows}
          idOf={idOf}
          selectedId={openId}
          onOpen={onOpen}
          sort={list.sort}
          onSort={list.setSort}
          signature={signatureOf}
        />
      )}
      <Pager page={list.page} onChange={(page) => list.set(page)} />
    </Flex>
  );
}

/** "In map view": the list keeps to what the map shows. Its borders stand in the address while this is on; the map renews them as it moves. */
function InMapView({ list, bounds }: { list: List<typeof vehicles.list>; bounds: RefObject<Bounds | null> }) {
  const { t } = useWords();
  return (
    <Checkbox checked={list.filter.bbox !== undefined} onChange={(on) => list.set({ bbox: on && bounds.current ? bboxOf(bounds.current) : undefined })}>
      {t('vehicle.inMapView')}
    </Checkbox>
  );
}

const placeCss = { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis' } as const;
const aloneCss = { '& .place': { ...placeCss, maxWidth: '240px' } } as const;
/** Beside the map there is room for six columns, if they are set a little tighter. */
const besideCss = { '& .place': { ...placeCss, maxWidth: 'clamp(84px, 8vw, 148px)' }, '& td': { fontSize: '13px' }, '& td, & th': { paddingInline: '6px' } } as const;

const idOf = (row: VehicleRow): number => row.id;
/** What marks a row for two seconds when it changes: not each tick of its hours, but what a person would want to have seen. */
const signatureOf = (row: VehicleRow): string => `${row.state} ${row.openFaults} ${row.openSos} ${row.engineHours?.toFixed(1) ?? ''} ${row.place?.en ?? ''}`;
const filterCount = ({ filter }: List<typeof vehicles.list>): number =>
  [filter.vin, filter.dealerId, filter.customer, filter.online, filter.openFault, filter.openSos, filter.hoursFrom, filter.hoursTo].filter((v) => v !== undefined)
    .length +
  (filter.model.length > 0 ? 1 : 0) +
  (filter.state.length > 0 ? 1 : 0);
