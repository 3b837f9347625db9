import { chakra, Flex } from '@chakra-ui/react';
import type { Cluster } from '@headland/contracts/live-frame';
import type { SosSummary } from '@headland/contracts/sos';
import { useEffect, useMemo, useRef } from 'react';
import { useWords } from '../lib/text';
import { useMapFrames } from '../live/live';
import { LiveMap, type MapHandle } from '../ui/map/live-map';
import type { Overlay } from '../ui/map/overlays';
import { StateMark, VehicleMark } from '../ui/state-mark';

const restMs = 30_000;
const callMs = 20_000;
const regionZoom = 7;
const closeZoom = 9;
const callZoom = 11;
/** Marks and names of the map this much larger than on a desk: read from five metres. */
const enlarged = 1.6;

/** The map that nobody touches: it flies to a new call for twenty seconds; idle it tours the busiest regions, thirty seconds each. */
export function WallMap({ calls, newest }: { calls: SosSummary[]; newest: SosSummary | null }) {
  const map = useRef<MapHandle>(null);
  const clusters = useRef(new Map<string, { zoom: number; clusters: Cluster[] }>());
  const busyUntil = useRef(0);
  useMapFrames((frame) => {
    if (clusters.current.size > 400) clusters.current.clear();
    clusters.current.set(`${frame.zoom} ${frame.x} ${frame.y}`, { zoom: frame.zoom, clusters: frame.clusters });
  });
  useEffect(() => {
    if (newest?.lat == null || newest.lon === null) return;
    busyUntil.current = Date.now() + callMs;
    map.current?.flyTo({ lat: newest.lat, lon: newest.lon, zoom: callZoom });
  }, [newest?.id, newest?.lat, newest?.lon]);
  useEffect(() => {
    let stop = 0;
    let home: Cluster | null = null;
    const go = (): void => {
      if (Date.now() < busyUntil.current) return;
      const at = (from: number, to: number): Cluster[] => [...clusters.current.values()].filter((c) => c.zoom >= from && c.zoom <= to).flatMap((c) => c.clusters).sort((a, b) => b.count - a.count);
      home ??= at(2, regionZoom - 1)[0] ?? null;
      const regions = at(regionZoom, regionZoom).slice(0, 5);
      const next = stop === 0 ? home : regions[stop - 1];
      if (next) map.current?.flyTo({ lat: next.lat, lon: next.lon, zoom: stop === 0 ? regionZoom : closeZoom });
      if (stop === 0) for (const key of clusters.current.keys()) if (key.startsWith(`${regionZoom} `)) clusters.current.delete(key);
      stop = regions.length === 0 ? 0 : (stop + 1) % (regions.length + 1);
    };
    const first = setTimeout(go, 4_000);
    const timer = setInterval(go, restMs);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, []);
  const overlays = useMemo<Overlay[]>(() => calls.flatMap((c) => (c.lat === null || c.lon === null ? [] : [{ kind: 'sos' as const, id: c.id, lat: c.lat, lon: c.lon, raised: c.status === 'raised' }])), [calls]);
  return (
    <chakra.div position="relative" minW="0" minH="0" overflow="hidden">
      <chakra.div position="absolute" inset="0" css={{ zoom: enlarged }}>
        <LiveMap ref={map} fleet overlays={overlays} start="fleet" />
      </chakra.div>
      <Legend />
    </chakra.div>
  );
}

function Legend() {
  const { t } = useWords();
  return (
    <Flex position="absolute" left="28px" bottom="28px" gap="32px" zIndex={600} fontSize="28px" lineHeight="36px" color="ink2" bg="surface" px="16px" py="6px" borderRadius="card">
      {([['now', 'severity.critical'], ['today', 'severity.major'], ['watch', 'severity.minor']] as const).map(([state, key]) => (
        <Flex key={key} gap="10px" align="center"><StateMark state={state} size={22} />{t(key)}</Flex>
      ))}
      <Flex gap="10px" align="center"><VehicleMark state="work" size={26} />{t('wall.engineOn')}</Flex>
      <Flex gap="10px" align="center"><VehicleMark state="off" size={26} />{t('state.off')}</Flex>
    </Flex>
  );
}
