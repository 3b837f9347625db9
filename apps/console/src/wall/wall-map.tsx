import { chakra, Flex } from '@chakra-ui/react';
import type { SosSummary } from '@headland/contracts/sos';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useWords } from '../lib/text';
import { useMapFrames } from '../live/live';
import { LiveMap, type MapHandle } from '../ui/map/live-map';
import type { Overlay } from '../ui/map/overlays';
import { StateMark, VehicleMark } from '../ui/state-mark';
import { tourOf, type Stop } from './tour';

const restMs = 30_000;
const callMs = 20_000;
/** Until the fleet is found, so that the first stop is a known one. */
const findMs = 2_500;
const callZoom = 11;
/** Marks and names of the map this much larger than on a desk: read from five metres. */
const enlarged = 1.6;
type Spot = { lat: number; lon: number; count: number };

/** The map that nobody touches: it flies to a new call for twenty seconds; idle it tours the busiest regions, thirty seconds each. */
export function WallMap({ calls, newest }: { calls: SosSummary[]; newest: SosSummary | null }) {
  const map = useRef<MapHandle>(null);
  const seen = useRef(new Map<string, { zoom: number; spots: Spot[] }>());
  const [shown, setShown] = useState<SosSummary | null>(null);
  useMapFrames((frame) => {
    const spots = [...frame.clusters, ...frame.singles.map(({ lat, lon }) => ({ lat, lon, count: 1 }))];
    seen.current.set(`${frame.zoom}/${frame.x}/${frame.y}`, { zoom: frame.zoom, spots });
  });

  const id = newest?.id;
  const lat = newest?.lat ?? null;
  const lon = newest?.lon ?? null;
  const show = useEffectEvent(() => setShown(newest));
  useEffect(() => {
    if (id === undefined || lat === null || lon === null) return;
    show();
    map.current?.flyTo({ lat, lon, zoom: callZoom });
    const timer = setTimeout(() => setShown(null), callMs);
    return () => clearTimeout(timer);
    // one flight for one call, however often it changes while it is shown
  }, [id, lat, lon]);

  // each round begins with the whole fleet, found anew: where it is busy changes with the hour
  const busy = shown !== null;
  useEffect(() => {
    if (busy) return;
    let timer: ReturnType<typeof setTimeout>;
    const round = (): void => {
      seen.current.clear();
      map.current?.fitFleet();
      timer = setTimeout(() => go(tourOf(widest([...seen.current.values()]))), findMs);
    };
    const go = ([stop, ...rest]: Stop[]): void => {
      if (stop) map.current?.flyTo(stop);
      timer = setTimeout(() => (rest.length > 0 ? go(rest) : round()), stop ? restMs : 5_000);
    };
    timer = setTimeout(round, 1_000);
    return () => clearTimeout(timer);
  }, [busy]);

  const overlays = useMemo<Overlay[]>(
    () => calls.flatMap((c) => (c.lat === null || c.lon === null ? [] : [{ kind: 'sos' as const, id: c.id, lat: c.lat, lon: c.lon, raised: c.status === 'raised' }])),
    [calls],
  );
  return (
    <chakra.div position="relative" minW="0" minH="0" overflow="hidden">
      <chakra.div position="absolute" inset="0" css={{ zoom: enlarged }} inert>
        <LiveMap ref={map} fleet overlays={overlays} start="fleet" controls={false} legend={false} />
      </chakra.div>
      {shown && <Callout call={shown} />}
      <Legend />
    </chakra.div>
  );
}

/** The frames of the zoom that saw most of the fleet: the finer one of equals tells regions apart. */
function widest(frames: readonly { zoom: number; spots: Spot[] }[]): Spot[] {
  const byZoom = new Map<number, Spot[]>();
  for (const { zoom, spots } of frames) byZoom.set(zoom, [...(byZoom.get(zoom) ?? []), ...spots]);
  const total = (spots: readonly Spot[]): number => spots.reduce((sum, s) => sum + s.count, 0);
  return [...byZoom].sort(([za, a], [zb, b]) => total(b) - total(a) || zb - za)[0]?.[1] ?? [];
}

/** What the map has flown to, beside its mark in the middle. */
function Callout({ call }: { call: SosSummary }) {
  const { t, of } = useWords();
  return (
    <Flex position="absolute" top="50%" right="50%" transform="translateY(-50%)" zIndex={600} align="center" pointerEvents="none">
      <chakra.div bg="now.fill" color="now.on" borderRadius="card" px="22px" py="12px" maxW="470px">
        <chakra.div fontSize="28px" lineHeight="38px" fontWeight="700" truncate>
          {[t(`sosType.${call.type}`), call.place ? of(call.place) : ''].filter(Boolean).join(' · ')}
        </chakra.div>
        <chakra.div fontSize="28px" lineHeight="38px" truncate className="num">
          {call.vehicle.model} · …{call.vehicle.vin.slice(-6)}
        </chakra.div>
      </chakra.div>
      <chakra.span w="72px" mr="34px" h="2px" bg="ink" />
    </Flex>
  );
}

function Legend() {
  const { t } = useWords();
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
