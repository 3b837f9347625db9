import type { VehicleNow } from '@headland/contracts/shared-shapes';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSubscription, useVehicleUpdates } from './live';

/** Changes within this time are shown together: a page of rows is rendered at most four times a second. */
const batchMs = 250;

/**
 * Pushed changes of the shown vehicles: by vehicle, the value of `of`; undefined is no change. A list merges it into
 * its rows.
 */
export function useVehicleChanges<T>(
  vehicleIds: readonly number[],
  of: (now: VehicleNow) => T | undefined,
): ReadonlyMap<number, T> {
  const [changes, setChanges] = useState<ReadonlyMap<number, T>>(new Map());
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
      setChanges((old) => new Map([...[...old].filter(([id]) => shown.has(id)), ...batch]));
    }, batchMs);
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return changes;
}
