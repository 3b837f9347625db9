import type { ConsumableRow, CycleState } from '@headland/contracts/consumable';
import { wholePercent } from '@headland/domain/consumable';
import { useMemo } from 'react';
import { useVehicleChanges } from '../../lib/live/use-vehicle-changes';

/** Shown cycles updated with the engine hours pushed since they were loaded: used, percent and remaining. */
export function useLiveCycles(rows: readonly ConsumableRow[]): ConsumableRow[] {
  const hours = useVehicleChanges(
    rows.map((r) => r.vehicleId),
    ({ values }) => values.engineHours,
  );
  return useMemo(() => rows.map((row) => withHours(row, hours.get(row.vehicleId))), [rows, hours]);
}

type Counted = Pick<
  ConsumableRow,
  'hours' | 'usedHours' | 'usedDays' | 'percent' | 'startedHours' | 'lengthHours' | 'lengthDays' | 'countedFrom'
> & {
  state: CycleState;
};
/** A cycle at new engine hours. Its state is changed by the server only, with an event. */
export function withHours<C extends Counted>(cycle: C, hours: number | undefined): C {
  if (hours === undefined || hours === cycle.hours || cycle.state === 'closed' || cycle.state === 'ended') return cycle;
  const usedHours = Math.max(0, hours - cycle.startedHours);
  const byHours = (usedHours * 100) / cycle.lengthHours;
  const byDays =
    cycle.countedFrom === null || cycle.usedDays === null || cycle.lengthDays === null
      ? 0
      : (cycle.usedDays * 100) / cycle.lengthDays;
  return { ...cycle, hours, usedHours, percent: wholePercent(Math.max(byHours, byDays), cycle.state) };
}
