import type { DataSource } from 'typeorm';
import type { LookUpFault } from '@headland/domain/fault-catalogue';
import { consumablesOf, metersSql } from '../../fleet/vehicles/vehicle-condition.reads';
import { inOwnTime } from '../../ownership/owner-transfer/own-time.reads';
import { faultIsOpen } from '../../platform/database/open-sql';

/** What the assistant is given of a machine: nothing that identifies it, neither VIN nor name, and no position. */
export interface MachineFacts {
  model: string;
  machine: 'tractor' | 'excavator';
  releaseYear: number | null;
  horsepower: number | null;
  engineHours: number | null;
  /** open ones of the own time, the most severe first */
  faults: { code: string; name: string; whatToDo: string | null }[];
  /** the nearest to its end first */
  consumables: { name: string; percent: number; state: string }[];
}
interface Of {
  customerId: number;
  vehicleId: number | undefined;
  language: 'ko' | 'en';
  today: string;
  lookUp: LookUpFault;
}
/** Of a customer with many machines those that were bought last. */
const maxMachines = 3;
const maxFaults = 10;
const maxConsumables = 12;

export async function machineFacts(
  database: DataSource,
  { customerId, vehicleId, language, today, lookUp }: Of,
): Promise<MachineFacts[]> {
  const machines = await database.query<(Omit<MachineFacts, 'faults' | 'consumables'> & { id: number })[]>(
    `SELECT v.id, m.name AS model, m.machine, v.release_year AS "releaseYear", v.horsepower, ${metersSql}
     FROM vehicle v JOIN model m ON m.id = v.model_id LEFT JOIN vehicle_state s ON s.vehicle_id = v.id
     WHERE v.customer_id = $1 AND ($2::int IS NULL OR v.id = $2) ORDER BY v.sold_on DESC NULLS LAST, v.id LIMIT ${maxMachines}`,
    [customerId, vehicleId ?? null],
  );
  return Promise.all(
    machines.map(async ({ id, model, machine, releaseYear, horsepower, engineHours }) => {
      const [faults, consumables] = await Promise.all([
        database.query<{ code: string; name: { ko: string; en: string }; spn: number | null; fmi: number | null }[]>(
          `SELECT f.code, f.name, f.spn, f.fmi FROM fault_report f
           WHERE f.vehicle_id = $1 AND ${faultIsOpen('f')} AND ${inOwnTime('f.last_at')} ORDER BY f.severity, f.last_at DESC LIMIT ${maxFaults}`,
          [id, customerId],
        ),
        consumablesOf(database.manager, id, today),
      ]);
      return {
        ...{ model, machine, releaseYear, horsepower, engineHours },
        faults: faults.map(({ code, name, spn, fmi }) => ({
          code,
          name: name[language],
          whatToDo: lookUp(code, spn, fmi).whatToDo?.[language] ?? null,
        })),
        consumables: consumables
          .flatMap(({ name, percent, state }) => (percent === null ? [] : [{ name, percent, state }]))
          .slice(0, maxConsumables),
      };
    }),
  );
}
