import { chakra, Flex } from '@chakra-ui/react';
import type { SosSummary } from '@headland/contracts/sos';
import type { WallArea } from '@headland/contracts/wall';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { useMapFrames } from '../../lib/live/live';
import { LiveMap, type LiveMapProps, type MapHandle } from '../../ui/map/live-map';
import type { Overlay } from '../../ui/map/overlays';
import { StateMark, VehicleMark } from '../../ui/state-mark';
import { nearestCopy, worldX, worldY } from '../../ui/map/view';
import { isWaiting, nextShown } from './attention';
import { arrowBox, layOutArrows } from './off-map';
import { carouselOf, type Stop } from './carousel';

const restMs = 30_000;
const alertMs = 20_000;
/** Until the fleet is located, so that the first stop is a known one. */
const findMs = 2_500;
const alertZoom = 11;
/** Markers and labels are this much larger than on a desk: read from five metres. */
const enlarged = 1.6;
/** Labels of at least 28 px and counts of at least 24 px on a screen of 1920. */
const readable = { '--map-names': '1.65', '--map-counts': '1.25' };
/** Space of the callout beside the centre. */
const calloutBox = { width: 580, height: 116 };
type MapView = Parameters<NonNullable<LiveMapProps['onView']>>[0];
type Spot = { lat: number; lon: number; count: number };

/** What the map shows while no SOS waits: the busiest regions in turn, one area, or, while it is covered, nothing new. */
export type MapPlan = 'tour' | 'still' | WallArea;

/**
 * The unattended map: it flies to a new SOS at once and then shows each pending one in turn, twenty seconds each; those
 * outside have an arrow at the edge. Without any it follows the plan: the regions of a tour have thirty seconds each.
 */
export function WallMap({ alerts, newest, plan }: { alerts: SosSummary[]; newest: SosSummary | null; plan: MapPlan }) {
  const map = useRef<MapHandle>(null);
  const seen = useRef(new Map<string, { zoom: number; spots: Spot[] }>());
  const [shownId, setShownId] = useState<number | null>(null);
  const [view, setView] = useState<MapView | null>(null);
  useMapFrames((frame) => {
    // only a tour reads them
    if (plan !== 'tour') return;
    const spots = [...frame.clusters, ...frame.singles.map(({ lat, lon }) => ({ lat, lon, count: 1 }))];
    seen.current.set(`${frame.zoom}/${frame.x}/${frame.y}`, { zoom: frame.zoom, spots });
  });

  // a display that is started while an SOS waits begins there
  const [start] = useState<Stop | 'fleet'>(() => placeOf(waitingOf(alerts)[0]) ?? 'fleet');
  const shownAt = useRef(0);
  const waiting = useMemo(() => waitingOf(alerts), [alerts]);
  const show = useEffectEvent((id: number | null) => {
    setShownId(id);
    shownAt.current = performance.now();
  });
  const newestId = newest !== null && newest.lat !== null ? newest.id : null;
  useEffect(() => {
    if (newestId !== null) show(newestId);
  }, [newestId]);
  useEffect(() => {
    const next = nextShown(waiting, shownId);
    if (next === shownId) return;
    const timer = setTimeout(
      () => show(next),
      shownId === null ? 0 : Math.max(0, shownAt.current + alertMs - performance.now()),
    );
    return () => clearTimeout(timer);
  }, [waiting, shownId]);
  const shown = alerts.find((c) => c.id === shownId) ?? null;
  // also where a later press brings another position
  const { lat = null, lon = null } = shown ?? {};
  useEffect(() => {
    if (lat !== null && lon !== null) map.current?.flyTo({ lat, lon, zoom: alertZoom });
  }, [lat, lon]);

  // each round begins with the whole fleet, since the busy regions change with the hour
  const busy = shownId !== null || waiting.length > 0;
  const planned = typeof plan === 'string' ? plan : plan.organizationId;
  const fitArea = useEffectEvent(() => {
    if (typeof plan === 'string') return;
    map.current?.fit([
      { lat: plan.south, lon: plan.west },
      { lat: plan.north, lon: plan.east },
    ]);
  });
  useEffect(() => {
    if (busy || planned === 'still') return;
    seen.current.clear();
    if (planned !== 'tour') return fitArea();
    let timer: ReturnType<typeof setTimeout>;
    const round = (): void => {
      seen.current.clear();
      map.current?.fitFleet();
      timer = setTimeout(() => go(carouselOf(widest([...seen.current.values()]))), findMs);
    };
    const go = ([stop, ...rest]: Stop[]): void => {
      if (stop) map.current?.flyTo(stop);
      timer = setTimeout(() => (rest.length > 0 ? go(rest) : round()), stop ? restMs : 5_000);
    };
    round();
    return () => clearTimeout(timer);
  }, [busy, planned]);

  const overlays = useMemo<Overlay[]>(
    () =>
      alerts.flatMap((c) =>
        c.lat === null || c.lon === null
          ? []
          : [{ kind: 'sos' as const, id: c.id, lat: c.lat, lon: c.lon, raised: c.status === 'raised' }],
      ),
    [alerts],
  );
  return (
    <chakra.div position="relative" minW="0" minH="0" overflow="hidden">
      <chakra.div position="absolute" inset="0" css={{ zoom: enlarged, ...readable }} inert>
        <LiveMap ref={map} fleet overlays={overlays} start={start} controls={false} legend={false} onView={setView} />
      </chakra.div>
      {view && <Outside alerts={waiting} view={view} callout={shown !== null} />}
      {shown && <Callout sos={shown} />}
      <Legend />
    </chakra.div>
  );
}

const waitingOf = (alerts: readonly SosSummary[]): SosSummary[] =>
  alerts.filter((c) => isWaiting(c) && c.lat !== null && c.lon !== null);
const placeOf = (sos: SosSummary | undefined): Stop | null =>
  sos === undefined || sos.lat === null || sos.lon === null ? null : { lat: sos.lat, lon: sos.lon, zoom: alertZoom };

/** The frames of the zoom that covered most of the fleet: of equal ones the finer, which separates regions. */
function widest(frames: readonly { zoom: number; spots: Spot[] }[]): Spot[] {
  const byZoom = new Map<number, Spot[]>();
  for (const { zoom, spots } of frames) byZoom.set(zoom, [...(byZoom.get(zoom) ?? []), ...spots]);
  const total = (spots: readonly Spot[]): number => spots.reduce((sum, s) => sum + s.count, 0);
  return [...byZoom].sort(([za, a], [zb, b]) => total(b) - total(a) || zb - za)[0]?.[1] ?? [];
}

/** Pending alerts outside the visible map. `callout`: the centre is covered. */
function Outside({ alerts, view, callout }: { alerts: readonly SosSummary[]; view: MapView; callout: boolean }) {
  const { t } = useI18n();
  const frame = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const fit = (): void =>
      setSize({ width: frame.current?.offsetWidth ?? 0, height: frame.current?.offsetHeight ?? 0 });
    fit();
    window.addEventListener('resize', fit);
    return () => window.removeEventListener('resize', fit);
  }, []);
  const { width, height } = size;
  // the view extends a tenth beyond the visible part, on each side
  const [west, east, north, south] = [worldX(view.west), worldX(view.east), worldY(view.north), worldY(view.south)];
  const targets = alerts.map((c) => ({
    id: c.id,
    x: ((nearestCopy(worldX(c.lon ?? 0), (west + east) / 2) - west) / (east - west)) * 1.2 * width - 0.1 * width,
    y: ((worldY(c.lat ?? 0) - north) / (south - north)) * 1.2 * height - 0.1 * height,
  }));
  const occupied = callout
    ? [{ x: width / 2 - calloutBox.width, y: (height - calloutBox.height) / 2, ...calloutBox }]
    : [];
  return (
    <chakra.div ref={frame} position="absolute" inset="0" zIndex={610} pointerEvents="none">
      {width > 0 &&
        layOutArrows(targets, size, occupied).map((arrow) => {
          const sos = alerts.find((c) => c.id === arrow.ids[0]);
          if (sos === undefined) return null;
          return (
            <Flex
              key={sos.id}
              data-outside={arrow.ids.join(' ')}
              position="absolute"
              align="center"
              gap="10px"
              maxW={`${arrowBox.width}px`}
              direction={arrow.toLeft ? 'row-reverse' : 'row'}
              style={{
                left: arrow.x,
                top: arrow.y,
                transform: `translate(${arrow.toLeft ? 'calc(-100% + 24px)' : '-24px'}, -50%)`,
              }}
            >
              <chakra.svg
                flex="none"
                w="48px"
                h="48px"
                viewBox="-24 -24 48 48"
                style={{ transform: `rotate(${arrow.degrees}deg)` }}
                aria-hidden
              >
                <circle r="22" fill="var(--now-fill)" stroke="var(--raised)" strokeWidth="2" />
                <path d="M-14 -4 H0 V-12 L15 0 L0 12 V4 H-14 Z" fill="var(--on-now)" />
              </chakra.svg>
              <Flex
                fontSize="28px"
                lineHeight="44px"
                fontWeight="600"
                bg="now.fill"
                color="now.on"
                px="12px"
                gap="12px"
                borderRadius="card"
                minW="0"
                whiteSpace="nowrap"
              >
                <chakra.span truncate>
                  {t(`sosType.${sos.type}`)} · {sos.agency.name}
                </chakra.span>
                {arrow.ids.length > 1 && <span className="num">{t('wall.more', { n: arrow.ids.length - 1 })}</span>}
              </Flex>
            </Flex>
          );
        })}
    </chakra.div>
  );
}

/** The current alert, beside its marker in the centre. */
function Callout({ sos }: { sos: SosSummary }) {
  const { t, of } = useI18n();
  return (
    <Flex
      position="absolute"
      top="50%"
      right="50%"
      transform="translateY(-50%)"
      zIndex={600}
      align="center"
      pointerEvents="none"
    >
      <chakra.div bg="now.fill" color="now.on" borderRadius="card" px="22px" py="12px" maxW="470px">
        <chakra.div fontSize="28px" lineHeight="38px" fontWeight="700" truncate>
          {[t(`sosType.${sos.type}`), sos.place ? of(sos.place) : ''].filter(Boolean).join(' · ')}
        </chakra.div>
        <chakra.div fontSize="28px" lineHeight="38px" truncate className="num">
          {sos.vehicle.model} · …{sos.vehicle.vin.slice(-6)}
        </chakra.div>
      </chakra.div>
      <chakra.span w="72px" mr="34px" h="2px" bg="ink" />
    </Flex>
  );
}

function Legend() {
  const { t } = useI18n();
  return (
    <Flex
      position="absolute"
      left="28px"
      bottom="28px"
      gap="28px"
      zIndex={600}
      whiteSpace="nowrap"
      fontSize="28px"
      lineHeight="36px"
      color="ink2"
      bg="surface"
      px="16px"
      py="6px"
      borderRadius="card"
    >
      {(
        [
          ['now', 'severity.critical'],
          ['today', 'severity.major'],
          ['watch', 'severity.minor'],
        ] as const
      ).map(([state, key]) => (
        <Flex key={key} gap="10px" align="center">
          <StateMark state={state} size={22} />
          {t(key)}
        </Flex>
      ))}
      <Flex gap="10px" align="center">
        <VehicleMark state="work" size={26} />
        {t('wall.engineOn')}
      </Flex>
      <Flex gap="10px" align="center">
        <VehicleMark state="off" size={26} />
        {t('state.off')}
      </Flex>
    </Flex>
  );
}
