import { chakra, Flex } from '@chakra-ui/react';
import type { VehicleDetail } from '@headland/contracts/vehicle';
import { correctionOn } from '@headland/domain/meter';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { CalendarDays, MapPinned } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useNow } from '../../lib/clock';
import { saveFile } from '../../lib/save-file';
import { useI18n } from '../../lib/i18n';
import { dayText, timeText } from '../../lib/time';
import { useMedia } from '../../lib/use-media';
import { Button } from '../../ui/button';
import { ExportButton } from '../../ui/export-button';
import { Figure } from '../../ui/figure';
import { LiveMap, type MapHandle } from '../../ui/map/live-map';
import type { Overlay } from '../../ui/map/overlays';
import { Player, type Speed } from '../../ui/replay/player';
import { type At, pointAt, segmentsOf } from '../../ui/replay/track-points';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states';
import { VehicleMark } from '../../ui/state-mark';
import { DayPicker } from './day-picker';
import { useMeasure } from '../../ui/measures';
import { MeterFigure } from './meter-figure';
import { gpxOf, spanOf } from './track-day';
import { MomentList, TripList } from './track-lists';
import { useTrack } from './use-track';

/** A day of a vehicle on the map, to be run through. Today follows what comes until somebody takes the slider. */
export function TrackTab({ vehicle }: { vehicle: VehicleDetail }) {
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { day?: string };
  const today = dayText(useNow());
  const day =
    /^\d{4}-\d{2}-\d{2}$/u.test(search.day ?? '') && (search.day ?? '') <= today ? (search.day ?? today) : today;
  const wide = useMedia('(min-width: 1024px)');
  const [picking, setPicking] = useState(false);
  const pick = (next: string): void => {
    setPicking(false);
    void navigate({
      to: '.',
      search: { tab: 'track', ...(next === today ? {} : { day: next }) },
      replace: true,
    });
  };
  const picker = <DayPicker id={vehicle.id} day={day} today={today} onPick={pick} />;
  return (
    <Flex direction="column" flex="1" minH="0">
      {!wide && (
        <chakra.div borderBottom="1px solid" borderColor="line" px="3" py="2">
          <Button icon={<CalendarDays size={15} />} aria-expanded={picking} onClick={() => setPicking(!picking)}>
            {day}
          </Button>
          {picking && picker}
        </chakra.div>
      )}
      <TrackDay
        key={day}
        vehicle={vehicle}
        day={day}
        isToday={day === today}
        picker={wide ? picker : null}
        toToday={day === today ? null : () => pick(today)}
      />
    </Flex>
  );
}

type TrackedVehicle = Pick<VehicleDetail, 'id' | 'vin' | 'corrections'>;
interface DayProps {
  vehicle: TrackedVehicle;
  day: string;
  isToday: boolean;
  picker?: ReactNode;
  toToday?: (() => void) | null;
}
/** The track of a day with its player, trips and moments. */
export function TrackDay({ vehicle, day, isToday, picker = null, toToday = null }: DayProps) {
  const { t } = useI18n();
  const { points, marks, trips, result } = useTrack(vehicle.id, day, isToday);
  /** null: at the newest point, and staying there */
  const [taken, setTaken] = useState<number | null>(isToday ? null : -1);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>('60');
  const span = useMemo(() => spanOf(points), [points]);
  const segments = useMemo(() => segmentsOf(points), [points]);
  const end = points.at(-1)?.ts ?? 0;
  const cursor =
    span === null ? null : taken === null ? end : taken < 0 ? (points[0]?.ts ?? span.from) : Math.min(taken, end);
  const here = cursor === null ? null : pointAt(points, cursor);
  const go = (ts: number): void => {
    setPlaying(false);
    setTaken(ts);
  };
  const moments = useMemo(
    () =>
      marks.filter((m) => m.kind === 'fault' || m.kind === 'sos').map((m) => ({ ts: m.ts, urgent: m.kind === 'sos' })),
    [marks],
  );
  const save = (): void =>
    saveFile(
      {
        bytes: new TextEncoder().encode(gpxOf(`${vehicle.vin} ${day}`, points)).buffer,
        name: `${vehicle.vin}_${day}.gpx`,
      },
      'track.gpx',
      'application/gpx+xml',
    );
  const body = result.isPending ? (
    <Skeleton rows={6} height={72} />
  ) : result.isError && points.length === 0 ? (
    <ErrorState error={result.error} onRetry={() => void result.refetch()} />
  ) : span === null || cursor === null ? (
    <EmptyState
      title={t('vehicle.track.noData', { day })}
      text={t(isToday ? 'vehicle.track.noDataToday' : 'vehicle.track.noDataText')}
      action={toToday && <Button onClick={toToday}>{t('vehicle.track.today')}</Button>}
    />
  ) : (
    <Flex direction="column" flex="1" minH="0" minW="0">
      <TrackMap
        points={points}
        marks={marks}
        here={here}
        vehicle={vehicle}
        day={day}
        moving={playing || taken === null}
      />
      <Player
        {...span}
        end={end}
        cursor={cursor}
        onCursor={setTaken}
        playing={playing}
        onPlaying={setPlaying}
        speed={speed}
        onSpeed={setSpeed}
        segments={segments}
        marks={moments}
        live={isToday ? taken === null : null}
        onLive={() => {
          setPlaying(false);
          setTaken(null);
        }}
      />
    </Flex>
  );
  return (
    <chakra.div
      flex="1"
      minH="0"
      overflowY={{ base: 'auto', lg: 'hidden' }}
      display="grid"
      gridTemplateRows={{ base: 'auto', lg: 'minmax(0,1fr)' }}
      gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: 'minmax(0,1fr) 320px' }}
    >
      <Flex direction="column" minH={{ base: '480px', lg: '0' }} minW="0">
        {body}
      </Flex>
      <chakra.aside
        minH="0"
        overflowY={{ lg: 'auto' }}
        borderLeft={{ lg: '1px solid' }}
        borderColor={{ lg: 'lineStrong' }}
        bg="surface"
        aria-label={t('vehicle.track.day')}
      >
        {picker}
        {points.length > 0 && (
          <>
            <TripList trips={trips} cursor={cursor} onGo={go} />
            <MomentList marks={marks} onGo={go} />
            <Flex px="4" py="3" gap="2" borderTop="1px solid" borderColor="line">
              <ExportButton list="track" filter={{ id: vehicle.id, day }} total={points.length} />
              <Button icon={<MapPinned size={15} />} onClick={save}>
                GPX
              </Button>
            </Flex>
          </>
        )}
      </chakra.aside>
    </chakra.div>
  );
}

interface TrackMapProps {
  points: ReturnType<typeof useTrack>['points'];
  marks: ReturnType<typeof useTrack>['marks'];
  here: At | null;
  vehicle: TrackedVehicle;
  day: string;
  moving: boolean;
}
function TrackMap({ points, marks, here, vehicle, day, moving }: TrackMapProps) {
  const map = useRef<MapHandle>(null);
  const view = useRef<{ west: number; south: number; east: number; north: number; zoom: number } | null>(null);
  const still = useMemo<Overlay[]>(
    () => [
      { kind: 'track', id: 'day', points },
      ...marks.flatMap<Overlay>((m) =>
        m.lat === null || m.lon === null
          ? []
          : m.kind === 'sos'
            ? [{ kind: 'sos', id: m.ts, lat: m.lat, lon: m.lon, raised: false }]
            : [{ kind: 'mark', id: `${m.kind}${m.ts}`, lat: m.lat, lon: m.lon, shape: m.kind }],
      ),
    ],
    [points, marks],
  );
  const overlays = useMemo<Overlay[]>(
    () =>
      here
        ? [
            ...still,
            {
              kind: 'vehicle',
              id: vehicle.id,
              lat: here.lat,
              lon: here.lon,
              state: here.state ?? 'off',
              heading: here.heading,
            },
          ]
        : still,
    [still, here, vehicle.id],
  );
  const first = points[0];
  const ready = first !== undefined;
  // The whole way once, when it is there; from then on the map is the person's, and only follows a vehicle that leaves it.
  const fit = useEffectEvent(() => map.current?.fit(points));
  useEffect(() => {
    if (ready) fit();
  }, [ready]);
  useEffect(() => {
    const v = view.current;
    if (!here || !v || !moving) return;
    const padX = (v.east - v.west) * 0.12;
    const padY = (v.north - v.south) * 0.12;
    if (here.lon < v.west + padX || here.lon > v.east - padX || here.lat < v.south + padY || here.lat > v.north - padY)
      map.current?.flyTo({ lat: here.lat, lon: here.lon, zoom: v.zoom });
  }, [here, moving]);
  return (
    <chakra.div flex="1" minH="300px" pos="relative" display="flex">
      <LiveMap
        ref={map}
        fleet={false}
        legend
        overlays={overlays}
        onView={(v) => (view.current = v)}
        start={first ? { lat: first.lat, lon: first.lon, zoom: 13 } : 'fleet'}
      >
        {here && <Reading here={here} correction={correctionOn(vehicle.corrections, 'hours', day)} />}
        <WayLegend />
      </LiveMap>
    </chakra.div>
  );
}

/** The values under the cursor. */
function Reading({ here, correction }: { here: At; correction: number }) {
  const { t } = useI18n();
  const measure = useMeasure();
  const rows = [
    ['speed', here.speed],
    ['rpm', here.rpm],
    ['heading', here.heading],
    ['engineHours', here.engineHours],
    ['fuelUsed', here.fuelUsed],
  ] as const;
  return (
    <chakra.section aria-label={t('vehicle.track.values')} css={readingCss}>
      <Flex gap="2" align="center" mb="1.5">
        {here.state && !here.gap && <VehicleMark state={here.state} heading={here.heading ?? 0} />}
        <chakra.b fontWeight="600" color={here.gap ? 'watch.ink' : 'ink'}>
          {here.gap ? t('vehicle.track.gap') : here.state ? t(`state.${here.state}`) : '–'}
        </chakra.b>
        <chakra.span className="num" color="ink3">
          {timeText(here.ts)}
        </chakra.span>
      </Flex>
      <chakra.dl
        display="grid"
        gridTemplateColumns="auto auto"
        columnGap="4"
        rowGap="0.5"
        color={here.gap ? 'ink3' : 'ink'}
      >
        {rows.map(([sensor, value], i) => (
          <chakra.div key={sensor} display={{ base: i < 2 ? 'contents' : 'none', md: 'contents' }}>
            <chakra.dt color="ink3">{t(`sensor.${sensor}`)}</chakra.dt>
            <chakra.dd textAlign="right">
              {sensor === 'engineHours' ? (
                <MeterFigure meter="engineHours" value={value} correction={correction} />
              ) : (
                <Figure {...measure(sensor, value)} />
              )}
            </chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
    </chakra.section>
  );
}

const ways = [
  ['work', 'var(--normal-fill)', 4],
  ['drive', 'var(--trace-1)', 3],
  ['idle', 'var(--off-line)', 3],
] as const;
function WayLegend() {
  const { t } = useI18n();
  return (
    <Flex css={wayCss} gap="3.5" display={{ base: 'none', md: 'flex' }}>
      {ways.map(([state, colour, width]) => (
        <Flex key={state} align="center" gap="1.5">
          <chakra.i display="block" w="18px" style={{ height: width, background: colour }} />
          {t(`state.${state}`)}
        </Flex>
      ))}
      <Flex align="center" gap="1.5">
        <chakra.i display="block" w="18px" borderTop="2px dashed" borderColor="var(--trace-1)" />
        {t('vehicle.track.gap')}
      </Flex>
    </Flex>
  );
}

const readingCss = {
  position: 'absolute',
  zIndex: 500,
  left: '12px',
  top: '12px',
  background: 'var(--raised)',
  borderRadius: 'var(--r-card)',
  boxShadow: 'var(--shadow-2)',
  padding: '10px 14px',
  font: 'var(--t-dense) var(--font)',
  fontSize: '13px',
  minWidth: { base: '150px', md: '200px' },
} as const;
const wayCss = {
  position: 'absolute',
  zIndex: 500,
  left: '12px',
  bottom: '48px',
  background: 'var(--raised)',
  borderRadius: 'var(--r-control)',
  boxShadow: 'var(--shadow-1)',
  padding: '0 12px',
  height: '28px',
  alignItems: 'center',
  font: 'var(--t-small) var(--font)',
  fontSize: '12px',
  color: 'var(--ink-2)',
} as const;
