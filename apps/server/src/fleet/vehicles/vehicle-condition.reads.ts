import { severities, type FaultStatus, type Severity } from '@headland/contracts/fault';
import type { Place } from '@headland/contracts/shared-shapes';
import type { VehicleConsumable } from '@headland/contracts/vehicle';
import { cycleUse } from '@headland/domain/consumable';
import type { Tx } from '../../platform/database/rows';
import { faultIsOpen } from '../../platform/database/open-sql';

/** The present condition of a machine. The reads here are for a vehicle that the caller has scoped or locked already. */
export interface OpenFault {
  id: number;
  code: string;
  name: Place;
  severity: Severity;
  status: FaultStatus;
  occurredAt: string;
}

/** Incomplete reports, the worst first. */
export async function openFaultsOf(tx: Tx, vehicleId: number): Promise<OpenFault[]> {
  const rows = await tx.query<(Omit<OpenFault, 'severity' | 'occurredAt'> & { severity: number; occurred_at: Date })[]>(
    `SELECT id, code, name, severity, status, occurred_at FROM fault_report WHERE vehicle_id = $1 AND ${faultIsOpen()} ORDER BY severity, occurred_at, id LIMIT 200`,
    [vehicleId],
  );
  return rows.map(({ occurred_at, severity, ...r }) => ({
    ...r,
    severity: severities[severity - 1] ?? 'minor',
    occurredAt: occurred_at.toISOString(),
  }));
}

interface CycleRow {
  id: number;
  name: string;
  maintenance: VehicleConsumable['maintenance'];
  number: number;
  state: VehicleConsumable['state'];
  state_at: Date;
  started_hours: number;
  started_on: string | null;
  initial_hours: number;
  cycle_hours: number;
  cycle_days: number | null;
  hours: number | null;
}

/** What runs now, the most used first. `today` in the product's zone. */
export async function consumablesOf(tx: Tx, vehicleId: number, today: string): Promise<VehicleConsumable[]> {
  const rows = await tx.query<CycleRow[]>(
    `SELECT c.id, i.name, i.maintenance, c.number, c.state, c.state_at, c.started_hours,
       -- one that is not sold runs on hours only
       CASE WHEN v.sold_on IS NOT NULL THEN c.started_on END::text AS started_on, i.initial_hours, i.cycle_hours, i.cycle_days, s.engine_hours + v.hours_correction AS hours
     FROM consumable_cycle c JOIN consumable_item i ON i.id = c.item_id JOIN vehicle v ON v.id = c.vehicle_id LEFT JOIN vehicle_state s ON s.vehicle_id = v.id
     WHERE c.vehicle_id = $1 AND c.state IN ('safe', 'imminent', 'exceeded') ORDER BY i.position, i.id`,
    [vehicleId],
  );
  return rows
    .map(({ state_at, ...r }): VehicleConsumable => {
      const item = { initialHours: r.initial_hours, cycleHours: r.cycle_hours, cycleDays: r.cycle_days };
      const used = cycleUse(
        item,
        { number: r.number, hours: r.started_hours, on: r.started_on },
        { hours: r.hours, today },
      );
      return {
        id: r.id,
        name: r.name,
        maintenance: r.maintenance,
        number: r.number,
        usedHours: used.hours,
        cycleHours: r.number === 1 ? r.initial_hours : r.cycle_hours,
        usedDays: used.days,
        cycleDays: r.cycle_days,
        percent: used.percent,
        state: r.state,
        since: state_at.toISOString(),
      };
    })
    .sort((a, b) => (b.percent ?? -1) - (a.percent ?? -1));
}

/** Engine hours and odometer with their corrections; null where the machine never sent any. */
export const metersSql =
  's.engine_hours + v.hours_correction AS "engineHours", s.odometer + v.odometer_correction AS odometer';
