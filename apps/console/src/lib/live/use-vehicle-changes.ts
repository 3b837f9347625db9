import type { VehicleNow } from '@headland/contracts/shared-shapes';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSubscription, useVehicleUpdates } from './live';

/** What came within this time is shown at once: a page of rows is drawn four times a second at most. */
const batchMs = 250;

/**
 * What the stream says of the shown vehicles since they are shown: by vehicle, what `of` takes out of the newest; undefined is nothing new.
 * A list lays it over the rows that it has read.
 */
export function useVehicleChanges<T>(
  vehicleIds: readonly number[],
  of: (now: VehicleNow) => T | undefined,
): ReadonlyMap<number, T> {
  const [news, setNews] = useState<ReadonlyMap<number, T>>(new Map());
  const waiting = useRef(new Map<number, T>());
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const ids = vehicleIds.join(' ');
  const shown = useMemo(() => new Set(ids === '' ? [] : ids.split(' ').map(Number)), [ids]);
  useSubscription({ vehicles: [...shown] });
  useVehicleUpdates((now) => {
    const fresh = shown.has(now.id) ? of(now) : undefined;
    if (fresh === undefined) return;
    waiting.current.set(now.id, fresh);
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const batch = waiting.current;
      waiting.current = new Map();
      setNews((old) => new Map([...[...old].filter(([id]) => shown.has(id)), ...batch]));
    }, batchMs);
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return news;
}
