import { chakra } from '@chakra-ui/react';
import { type VehicleRow, vehicles } from '@headland/contracts/vehicle';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { query } from '../../lib/session/session';
import { LiveMap, type MapHandle } from '../../ui/map/live-map';
import type { List } from '../../ui/use-list';
import { Unplaced } from './unplaced';
import { VehicleCard } from './vehicle-card';

export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}
const settleMs = 500;

/** The fleet on the map. The chosen vehicle is the open row of the list: choosing it in either place shows it in both. */
export function VehicleMap({
  list,
  rows,
  bounds,
}: {
  list: List<typeof vehicles.list>;
  rows: readonly VehicleRow[];
  bounds: RefObject<Bounds | null>;
}) {
  const { t } = useI18n();
  const { openId, open, filter, set } = list;
  const map = useRef<MapHandle>(null);
  const [followId, setFollowId] = useState<number | null>(null);
  const [moved, setMoved] = useState<Bounds | null>(null);
  const fromMap = useRef<number | null>(null);
  const start = useStart(filter.bbox, openId);

  // The chosen one may be on another page of the list, or in none of its filters.
  const { data: read } = useQuery({
    ...query(vehicles.get, { params: { id: openId ?? 0 } }),
    enabled: openId !== null,
  });
  const selected = rows.find((r) => r.id === openId) ?? (read?.id === openId ? read : undefined);
  const selectedId = selected?.id ?? null;
  const fly = useEffectEvent((id: number) => {
    // Chosen on the map, or out of a list that keeps to the map: it is in view, and flying there would take the list away.
    if (fromMap.current === id || filter.bbox !== undefined) return;
    if (selected && selected.lat !== null && selected.lon !== null)
      map.current?.flyTo({ lat: selected.lat, lon: selected.lon });
  });
  useEffect(() => setFollowId((id) => (id === openId ? id : null)), [openId]);
  useEffect(() => {
    if (selectedId !== null) fly(selectedId);
  }, [selectedId]);

  const keep = useEffectEvent((b: Bounds) => {
    const bbox = bboxOf(b);
    if (filter.bbox !== undefined && filter.bbox !== bbox) set({ bbox });
  });
  useEffect(() => {
    if (moved === null) return;
    const timer = setTimeout(() => keep(moved), settleMs);
    return () => clearTimeout(timer);
  }, [moved]);

  return (
    <chakra.div pos="relative" minH="0" minW="0" display="flex">
      <LiveMap
        ref={map}
        selectedId={openId}
        followId={followId}
        onFollowEnd={() => setFollowId(null)}
        legend
        start={start}
        onSelect={(id) => {
          fromMap.current = id;
          open(id);
        }}
        onView={(view) => {
          bounds.current = view;
          setMoved(view);
        }}
      >
        {openId !== null && (
          <VehicleCard
            key={openId}
            id={openId}
            following={followId === openId}
            onFollow={(on) => setFollowId(on ? openId : null)}
            onClose={() => open(null)}
          />
        )}
        {followId !== null && (
          <chakra.p role="status" css={noteCss} left="50%" top="3" transform="translateX(-50%)">
            {t('vehicle.following')}
          </chakra.p>
        )}
        <Unplaced list={list} />
      </LiveMap>
    </chakra.div>
  );
}

/** Written with three decimals, some hundred metres: a smaller movement of the map sends no request. */
export const bboxOf = ({ west, south, east, north }: Bounds): string =>
  [west, south, east, north].map((n) => String(Number(n.toFixed(3)))).join(',');

/** A map that opens with borders in its address opens there; one with a chosen vehicle goes to that, not around the fleet. */
function useStart(
  bbox: string | undefined,
  openId: number | null,
): 'fleet' | { lat: number; lon: number; zoom: number } {
  const [first] = useState(bbox);
  const [chosen] = useState(openId !== null);
  return useMemo(() => {
    if (first === undefined && chosen) return { lat: 36.3, lon: 127.8, zoom: 7 };
    const [west, south, east, north] = first?.split(',').map(Number) ?? [];
    if (west === undefined || south === undefined || east === undefined || north === undefined || east <= west)
      return 'fleet';
    // the borders are a tenth wider than the map itself on each side
    const zoom = Math.round(Math.log2((360 * 744 * 1.2) / (256 * (east - west))));
    return { lat: (south + north) / 2, lon: (west + east) / 2, zoom: Math.max(3, Math.min(18, zoom)) };
  }, [first, chosen]);
}

const noteCss = {
  position: 'absolute',
  zIndex: 500,
  background: 'var(--raised)',
  borderRadius: 'var(--r-control)',
  boxShadow: 'var(--shadow-1)',
  padding: '4px 12px',
  font: '500 13px/20px var(--font)',
} as const;
