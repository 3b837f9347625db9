import type { FaultDetail } from '@headland/contracts/fault';
import { mayRead } from '@headland/domain/access';
import { cycleUse } from '@headland/domain/consumable';
import { dayOf } from '@headland/domain/zone-day';
import type { Tx } from '../../platform/database/rows';
import type { Caller } from '../../platform/caller';

/**
 * Due or overdue consumables of a vehicle, the most used first: a mechanic on the way can bring them. Empty for callers
 * who may not read consumables.
 */
export async function consumablesDue(
  tx: Tx,
  vehicleId: number,
  caller: Pick<Caller, 'groupType' | 'role'>,
  now: Date,
  timeZone: string,
): Promise<FaultDetail['consumables']> {
  if (!mayRead(caller, 'expendable')) return [];
  const rows = await tx.query<CycleRow[]>(
    `SELECT c.id, i.name, c.state, c.number, c.started_hours, CASE WHEN v.sold_on IS NOT NULL THEN c.started_on END::text AS started_on, i.initial_hours, i.cycle_hours, i.cycle_days,
       s.engine_hours + v.hours_correction AS hours
     FROM consumable_cycle c JOIN consumable_item i ON i.id = c.item_id JOIN vehicle v ON v.id = c.vehicle_id LEFT JOIN vehicle_state s ON s.vehicle_id = v.id
     WHERE c.vehicle_id = $1 AND c.state IN ('imminent', 'exceeded')`,
    [vehicleId],
  );
  const today = dayOf(now.getTime(), timeZone);
  return rows
    .map(({ id, name, state, ...r }) => {
      const item = { initialHours: r.initial_hours, cycleHours: r.cycle_hours, cycleDays: r.cycle_days };
      return {
        id,
        name,
        state,
        percent: cycleUse(
          item,
          { number: r.number, hours: r.started_hours, on: r.started_on },
          { hours: r.hours, today },
        ).percent,
      };
    })
    .sort((a, b) => (b.percent ?? -1) - (a.percent ?? -1));
}

interface CycleRow {
  id: number;
  name: string;
  state: 'imminent' | 'exceeded';
  number: number;
  started_hours: number;
  started_on: string | null;
  initial_hours: number;
  cycle_hours: number;
  cycle_days: number | null;
  hours: number | null;
}
