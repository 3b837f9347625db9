import type { VehicleNow } from '@headland/contracts/shared-shapes';
import type { VehicleRow } from '@headland/contracts/vehicle';
import { useMemo } from 'react';
import { isNewer } from '../../lib/live/live';
import { useVehicleChanges } from '../../lib/live/use-vehicle-changes';

/** The shown rows with the stream's updates since they were read. `readAt`: when that was (ms of this browser). */
export function useLiveRows(rows: readonly VehicleRow[], readAt: number): VehicleRow[] {
  const news = useVehicleChanges(
    rows.map((r) => r.id),
    (now) => ({ now, at: Date.now() }),
  );
  return useMemo(
    () =>
      rows.map((row) => {
        const update = news.get(row.id);
        return update && isNewer(update, { at: readAt, lastSeenAt: row.lastSeenAt }) ? withNow(row, update.now) : row;
      }),
    [rows, news, readAt],
  );
}

/** A row with the newest state of its vehicle. A value that the newest state lacks keeps its previous value. */
export function withNow(row: VehicleRow, now: VehicleNow): VehicleRow {
  const { values } = now;
  return {
    ...row,
    state: now.state,
    online: now.online,
    heading: values.heading ?? row.heading,
    speed: values.speed ?? row.speed,
    engine: now.engine ?? row.engine,
    key: now.key ?? row.key,
    work: now.engine === 'off' ? null : (now.work ?? row.work),
    odometer: values.odometer ?? row.odometer,
    engineHours: values.engineHours ?? row.engineHours,
    fuelUsed: values.fuelUsed ?? row.fuelUsed,
    startedAt: now.startedAt ?? row.startedAt,
    lat: now.lat ?? row.lat,
    lon: now.lon ?? row.lon,
    place: now.place ?? row.place,
    openFaults: now.openFaults,
    openSos: now.openSos,
    worstFault: now.openFaults === 0 ? null : row.worstFault,
    lastSeenAt: now.lastSeenAt ?? row.lastSeenAt,
  };
}
