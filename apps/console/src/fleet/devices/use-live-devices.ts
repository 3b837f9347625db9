import type { DeviceRow } from '@headland/contracts/device';
import type { VehicleNow } from '@headland/contracts/shared-shapes';
import { useMemo } from 'react';
import { useVehicleChanges } from '../../lib/live/use-vehicle-changes';

/**
 * The shown rows with the stream's updates of their vehicles: last communication and how far the clock is off. Connection, signal and
 * firmware change with a connection, which is an event of the log (`lib/live/on-event.ts`); devices in no vehicle are read again now and then.
 */
export function useLiveDevices(rows: readonly DeviceRow[]): DeviceRow[] {
  const news = useVehicleChanges(
    rows.flatMap((r) => r.vehicle?.id ?? []),
    (now) => now,
  );
  return useMemo(
    () => rows.map((row) => withNow(row, row.vehicle ? news.get(row.vehicle.id) : undefined)),
    [rows, news],
  );
}

/** A row with the newest of its vehicle, where that is newer. */
export function withNow(row: DeviceRow, now: VehicleNow | undefined): DeviceRow {
  if (!now?.lastSeenAt || (row.lastSeenAt !== null && Date.parse(now.lastSeenAt) <= Date.parse(row.lastSeenAt)))
    return row;
  return { ...row, lastSeenAt: now.lastSeenAt, skewMs: now.skewMs ?? row.skewMs };
}
