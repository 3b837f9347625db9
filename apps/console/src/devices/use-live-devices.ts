import type { DeviceRow } from '@headland/contracts/device';
import type { VehicleNow } from '@headland/contracts/shared-shapes';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLook, useVehicleNews } from '../live/live';

/** What came within this time is shown at once: a page of rows is drawn four times a second at most. */
const batchMs = 250;

/**
 * The shown rows with what the stream says of their vehicles: when they were last heard and how far the clock is off. Connection, signal and
 * firmware change with a connection, which is an event of the log (`live/on-event.ts`); devices in no vehicle are read again now and then.
 */
export function useLiveDevices(rows: readonly DeviceRow[]): DeviceRow[] {
  const [news, setNews] = useState<ReadonlyMap<number, VehicleNow>>(new Map());
  const waiting = useRef(new Map<number, VehicleNow>());
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const shown = useMemo(() => new Set(rows.flatMap((r) => r.vehicle?.id ?? [])), [rows]);
  useLook({ vehicles: [...shown] });
  useVehicleNews((now) => {
    if (!shown.has(now.id)) return;
    waiting.current.set(now.id, now);
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const fresh = waiting.current;
      waiting.current = new Map();
      setNews((old) => new Map([...[...old].filter(([id]) => shown.has(id)), ...fresh]));
    }, batchMs);
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return useMemo(() => rows.map((row) => withNow(row, row.vehicle ? news.get(row.vehicle.id) : undefined)), [rows, news]);
}

/** A row with the newest of its vehicle, where that is newer. */
export function withNow(row: DeviceRow, now: VehicleNow | undefined): DeviceRow {
  if (!now?.lastSeenAt || (row.lastSeenAt !== null && Date.parse(now.lastSeenAt) <= Date.parse(row.lastSeenAt))) return row;
  return { ...row, lastSeenAt: now.lastSeenAt, skewMs: now.skewMs ?? row.skewMs };
}
