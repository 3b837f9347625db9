import { chakra, Flex } from '@chakra-ui/react';
import type { VehicleDetail } from '@headland/contracts/vehicle';
import { correctionOn } from '@headland/domain/meter';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useI18n } from '../../lib/i18n';
import { timeText } from '../../lib/time';
import { Figure } from '../../ui/figure';
import { LiveMap, type MapHandle } from '../../ui/map/live-map';
import type { Overlay } from '../../ui/map/overlays';
import { useMeasure } from '../../ui/measures';
import type { At } from '../../ui/replay/track-points';
import { VehicleMark } from '../../ui/state-mark';
import { MeterFigure } from './meter-figure';
import type { useTrack } from './use-track';

export type TrackedVehicle = Pick<VehicleDetail, 'id' | 'vin' | 'corrections'>;

interface TrackMapProps {
  points: ReturnType<typeof useTrack>['points'];
  marks: ReturnType<typeof useTrack>['marks'];
  here: At | null;
  vehicle: TrackedVehicle;
  day: string;
  moving: boolean;
}
/** A day's track, its events and the vehicle at the cursor, with the values there. */
export function TrackMap({ points, marks, here, vehicle, day, moving }: TrackMapProps) {
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
  const fit = useEffectEvent(() => {
    map.current?.fit(points);
    // what it shows until then is no view to bring the vehicle into
    view.current = null;
  });
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
