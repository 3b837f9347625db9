import { chakra, Flex } from '@chakra-ui/react';
import { type VehicleRow, vehicles } from '@headland/contracts/vehicle';
import { useNavigate } from '@tanstack/react-router';
import { Columns2, List as ListIcon, Map as MapIcon, X } from 'lucide-react';
import { type RefObject, useCallback, useMemo, useRef } from 'react';
import { z } from 'zod';
import { useI18n } from '../../lib/i18n';
import { useMedia } from '../../lib/use-media';
import { useLiveCounts } from '../../lib/live/live';
import { useRemembered } from '../../lib/session/store';
import { toRecord } from '../../lib/paths';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/field';
import { NewRows } from '../../ui/filter-bar';
import { ListBody, ListExport } from '../../ui/list-page';
import { Page, PageHead } from '../../ui/panel';
import type { Column } from '../../ui/table';
import { Segmented } from '../../ui/tabs';
import { type List, useList } from '../../ui/use-list';
import { useLiveRows } from './use-live-rows';
import { useNewRows } from './use-new-rows';
import { useVehicleColumns } from './vehicle-columns';
import { VehicleFilters } from './vehicle-filters';
import { bboxOf, type Bounds, VehicleMap } from './vehicle-map';

const views = ['map', 'split', 'list'] as const;
type View = (typeof views)[number];

/** Where every vehicle is and how it does, now: a live map and a live list, side by side or each by itself. */
export function VehicleListPage() {
  const { t } = useI18n();
  const list = useList(vehicles.list);
  const wide = useMedia('(min-width: 1024px)');
  const [chosen, setView] = useRemembered('status.view', z.enum(views), 'split');
  const bounds = useRef<Bounds | null>(null);
  const view: View = wide || chosen !== 'split' ? chosen : 'map';
  const beside = view === 'split';
  const rows = useLiveRows(list.rows, list.result.dataUpdatedAt);
  const columns = useVehicleColumns(beside);
  // beside the map other columns are liked than in a list by itself
  const shown = { ...list, rows, name: beside ? `${list.name} beside` : list.name };
  const choices = views
    .filter((v) => wide || v !== 'split')
    .map((value) => ({ value, label: t(`vehicle.view.${value}`), icon: icons[value] }));
  const show = (next: View): void => {
    setView(next);
    // no map beside the list bounds it any more
    if (next !== 'split' && list.filter.bbox !== undefined) list.set({ bbox: undefined });
  };
  return (
    <Page
      head={
        <>
          <PageHead title={t('screen.status')} total={<Counts total={list.page.total} filtered={list.filtered} />}>
            {!beside && list.filter.bbox !== undefined && <MapSection list={list} />}
            {view !== 'map' && <RowTools list={shown} bounds={beside ? bounds : null} />}
            <ListExport as="vehicles" list={shown} table={{ columns }} />
            <Segmented label={t('vehicle.view')} value={view} choices={choices} onChange={show} />
          </PageHead>
          <VehicleFilters list={list} />
        </>
      }
    >
      <chakra.div
        flex="1"
        minH="0"
        display="grid"
        gridTemplateRows="minmax(0,1fr)"
        gridTemplateColumns={beside ? 'minmax(420px, 1fr) minmax(440px, max(640px, 46%))' : 'minmax(0,1fr)'}
        borderTop="1px solid"
        borderColor="line"
      >
        {view !== 'list' && <VehicleMap list={list} rows={rows} bounds={bounds} />}
        {view !== 'map' && <VehicleRows list={shown} columns={columns} beside={beside} />}
      </chakra.div>
    </Page>
  );
}

const icons = { map: <MapIcon size={15} />, split: <Columns2 size={15} />, list: <ListIcon size={15} /> };

/** The whole fleet as the stream counts it; beside it how many the filters leave. */
function Counts({ total, filtered }: { total: number; filtered: boolean }) {
  const { t, number } = useI18n();
  const counts = useLiveCounts();
  if (!counts) return <>{number(total)}</>;
  return (
    <>
      <b>{number(counts.vehicles)}</b>
      {t('vehicle.countUnit', { n: counts.vehicles })} · {t('vehicle.engineOn')} <b>{number(counts.engineOn)}</b> ·{' '}
      {t('state.offline')} <b>{number(counts.offline)}</b>
      {filtered && (
        <>
          {' '}
          · {t('vehicle.matching')} <b>{number(total)}</b>
        </>
      )}
    </>
  );
}

interface RowsProps {
  list: List<typeof vehicles.list>;
  columns: readonly Column<VehicleRow>[];
  beside: boolean;
}
function VehicleRows({ list, columns, beside }: RowsProps) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const { openId, open } = list;
  // Beside the map the first Enter or click selects, the second opens; a list by itself opens at once.
  const select = useCallback(
    (id: number | null) => (id !== null && id === openId ? void navigate({ to: pageOf({ id }) }) : open(id)),
    [openId, open, navigate],
  );
  const table = useMemo(() => ({ columns, idOf, signature: signatureOf, unnumbered: beside }), [columns, beside]);
  const outOfView = list.filter.bbox !== undefined;
  return (
    <Flex
      direction="column"
      minH="0"
      minW="0"
      bg="surface"
      borderLeft={beside ? '1px solid' : undefined}
      borderColor="lineStrong"
      css={beside ? besideCss : aloneCss}
    >
      <ListBody
        title={t('screen.status')}
        // a map that shows none of them differs from a filter without results: the list explains it, and how to see others
        list={{ ...list, open: select, filtered: list.filtered && !outOfView }}
        table={table}
        {...(beside ? {} : { to: pageOf })}
        empty={
          outOfView
            ? {
                title: t('common.emptyFilter'),
                text: t('vehicle.emptyInView'),
                action: <Button onClick={list.reset}>{t('common.reset')}</Button>,
              }
            : { title: t('vehicle.empty'), text: t('vehicle.emptyText') }
        }
      />
    </Flex>
  );
}

/** What concerns the rows and has no line of its own above them. `bounds`: of the map beside the list. */
function RowTools({ list, bounds }: { list: List<typeof vehicles.list>; bounds: RefObject<Bounds | null> | null }) {
  const news = useNewRows(list);
  return (
    <>
      <NewRows count={news.count} onShow={news.show} />
      {bounds && <InMapView list={list} bounds={bounds} />}
    </>
  );
}

/** "In map view": the list shows the vehicles of the map's view. Its bounds are in the address while this is on; the map updates them as it moves. */
function InMapView({ list, bounds }: { list: List<typeof vehicles.list>; bounds: RefObject<Bounds | null> }) {
  const { t } = useI18n();
  return (
    <Checkbox
      checked={list.filter.bbox !== undefined}
      onChange={(on) => list.set({ bbox: on && bounds.current ? bboxOf(bounds.current) : undefined })}
    >
      {t('vehicle.inMapView')}
    </Checkbox>
  );
}

/** The section of a map that is not shown beside the list, of an address or a saved view: what it filters by, with a button that removes it. */
function MapSection({ list }: { list: List<typeof vehicles.list> }) {
  const { t } = useI18n();
  return (
    <Button
      icon={<X size={13} aria-hidden />}
      aria-label={t('counted.remove', { filter: t('vehicle.inMapView') })}
      onClick={() => list.set({ bbox: undefined })}
    >
      {t('vehicle.inMapView')}
    </Button>
  );
}

const placeCss = { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis' } as const;
const aloneCss = { '& .place': { ...placeCss, maxWidth: '240px' } } as const;
/** Beside the map there is room for six columns, if they are set a little tighter. */
const besideCss = {
  '& .place': { ...placeCss, maxWidth: 'clamp(84px, 7vw, 200px)' },
  '& td': { fontSize: '13px' },
  '& td, & th': { paddingInline: '6px' },
} as const;

const pageOf = ({ id }: Pick<VehicleRow, 'id'>): string => toRecord('/statusDetail', id);
const idOf = (row: VehicleRow): number => row.id;
/** What marks a row for two seconds when it changes: not each tick of its hours, but what a person would want to have seen. */
const signatureOf = (row: VehicleRow): string =>
  `${row.state} ${row.openFaults} ${row.openSos} ${row.engineHours?.toFixed(1) ?? ''} ${row.place?.en ?? ''}`;
