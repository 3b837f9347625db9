import type { VehicleNow } from '@headland/contracts/shared-shapes';
import { vehicles } from '@headland/contracts/vehicle';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLiveBack, useVehicleUpdates } from '../../lib/live/live';
import { query } from '../../lib/session/session';
import type { Series } from './sparkline';

export const recentMs = 30 * 60_000;
/** A tab in the background gets no pushes: after this long it reads again what it has missed. */
const freshMs = 30_000;
type Points = Record<string, [number, number][]>;

/** The last half hour of every sensor: read once, then each push of the stream adds its values. */
export function useRecent(id: number) {
  const result = useQuery({
    ...query(vehicles.recent, { params: { id } }),
    staleTime: freshMs,
    refetchOnMount: 'always',
  });
  useLiveBack(() => void result.refetch());
  const [received, setReceived] = useState<VehicleNow[]>([]);
  useVehicleUpdates((now) => {
    if (now.id === id && now.ts !== null)
      setReceived((old) => [
        ...old.filter((n) => Date.parse(n.ts ?? '') > Date.parse(now.ts ?? '') - recentMs && n.ts !== now.ts),
        now,
      ]);
  });
  const series = useMemo(() => joined(result.data ?? {}, received), [result.data, received]);
  return { series, error: result.error, refetch: result.refetch, isPending: result.isPending };
}

/** Points of the answer and of the stream in the order of time; a time that both have counts once. */
export function joined(read: Points, received: readonly VehicleNow[]): Record<string, Series> {
  const all: Points = Object.fromEntries(Object.entries(read).map(([name, points]) => [name, [...points]]));
  for (const { ts, values } of received) {
    if (ts === null) continue;
    const at = Date.parse(ts);
    for (const [name, value] of Object.entries(values)) {
      const points = (all[name] ??= []);
      const last = points.at(-1);
      if (last === undefined || last[0] < at) points.push([at, value]);
    }
  }
  return all;
}
