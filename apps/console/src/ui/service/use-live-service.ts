import type { ServiceRow } from '@headland/contracts/diagnosis';
import type { VehicleNow } from '@headland/contracts/shared-shapes';
import { useMemo } from 'react';
import { useVehicleChanges } from '../../lib/live/use-vehicle-changes';

/** The shown rows with connection, engine, battery and faults as the stream has them. Who holds one is an event of the log (`lib/live/on-event.ts`). */
export function useLiveService<R extends ServiceRow>(rows: readonly R[]): R[] {
  const news = useVehicleChanges(
    rows.map((r) => r.id),
    (now) => now,
  );
  return useMemo(() => rows.map((row) => withNow(row, news.get(row.id))), [rows, news]);
}

export function withNow<R extends ServiceRow>(row: R, now: VehicleNow | undefined): R {
  if (now === undefined) return row;
  return {
    ...row,
    online: now.online,
    engine: now.engine ?? row.engine,
    key: now.key ?? row.key,
    battery: now.values.battery ?? row.battery,
    openFaults: now.openFaults,
  };
}
