import type { TrackPoint } from '@headland/contracts/shared-shapes';
import { vehicles } from '@headland/contracts/vehicle';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useSubscription, useVehicleUpdates } from '../../lib/live/live';
import { query } from '../../lib/session/session';
import { pointOfNow } from './track-day';

/** Trips and marks are counted by the server: today's are asked for again this often; the way itself grows with each push. */
const rereadMs = 60_000;

/** A day of a vehicle. Today grows live. */
export function useTrack(id: number, day: string, isToday: boolean) {
  const result = useQuery({
    ...query(vehicles.track, { params: { id }, query: { day } }),
    staleTime: isToday ? 0 : Infinity,
    refetchInterval: isToday ? rereadMs : false,
  });
  const [received, setReceived] = useState<TrackPoint[]>([]);
  const read = result.data?.points ?? none;
  const end = read.at(-1)?.ts ?? 0;
  useSubscription(isToday ? { vehicles: [id] } : null);
  useVehicleUpdates((now) => {
    const point = now.id === id && isToday ? pointOfNow(now) : null;
    // what has been read meanwhile is kept there
    if (point) setReceived((old) => [...old.filter((p) => p.ts > end), point]);
  });
  const points = useMemo(() => {
    const fresh = isToday
      ? received.filter((p) => p.ts > end).filter((p, i, all) => i === 0 || p.ts > (all[i - 1]?.ts ?? 0))
      : [];
    return fresh.length === 0 ? read : [...read, ...fresh];
  }, [read, end, received, isToday]);
  return { points, marks: result.data?.marks ?? none, trips: result.data?.trips ?? noTrips, result };
}

const none: never[] = [];
const noTrips: never[] = [];
