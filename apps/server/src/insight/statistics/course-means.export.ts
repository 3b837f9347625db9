import { type CourseValue, courseValues } from '@headland/contracts/course';
import { measuredValues } from '@headland/contracts/measured-values';
import type { MessageKey } from '@headland/i18n/catalogue';
import type { Unit } from '@headland/i18n/columns/list-column';
import { copiedRows } from '../../platform/database/copy';
import type { Tx } from '../../platform/database/rows';
import type { OpenList } from '../../platform/exports/export-registry';
import { type CopiedField, epochMs, selectOf } from './copied-field';
import { ownBuckets } from './course.reads';
import { readingOf } from './stored-course';

/** Vehicles of a model or a customer by their VIN, and the period, epoch ms. */
export interface CourseVehicles {
  subject: Parameters<typeof ownBuckets>[0];
  vehicles: { id: number; vin: string; model: string }[];
  from: number;
  to: number;
}

/** So many are read at once; a month of each is some thousand rows. */
const vehiclesAtOnce = 10;
const units: Record<CourseValue, { unit: Unit; decimals: number; title?: MessageKey }> = {
  rpm: { unit: 'rpm', decimals: 0 },
  speed: { unit: 'speed', decimals: 1 },
  load: { unit: '%', decimals: 1 },
  fuelRate: { unit: 'L/h', decimals: 1, title: 'courseExport.fuelRate' },
  fuelLevel: { unit: '%', decimals: 1 },
  defLevel: { unit: '%', decimals: 1 },
  dpfSoot: { unit: '%', decimals: 1 },
  coolant: { unit: '°C', decimals: 1 },
  oilTemp: { unit: '°C', decimals: 1 },
  exhaustTemp: { unit: '°C', decimals: 1 },
  oilPressure: { unit: 'kPa', decimals: 1 },
  railPressure: { unit: 'bar', decimals: 1 },
  battery: { unit: 'V', decimals: 2 },
  hitch: { unit: '%', decimals: 1 },
  pto: { unit: 'rpm', decimals: 0 },
  work: { unit: '%', decimals: 1, title: 'courseExport.workShare' },
  engineHours: { unit: 'h', decimals: 2 },
};

/** A vehicle is copied as its number and written as its VIN and model: COPY is for what needs no escapes. */
const vehicleField = { sql: 'b.vehicle_id', kind: 'text' } as const;
export const meanFields: readonly CopiedField[] = [
  { ...vehicleField, key: 'vin', title: 'courseExport.vin', width: 22, value: (vin) => vin },
  { ...vehicleField, key: 'model', title: 'courseExport.model', value: (model) => model },
  { key: 'time', title: 'courseExport.time', kind: 'moment', sql: epochMs('b.bucket'), value: Number },
  ...courseValues.map((value): CopiedField => ({
    key: value,
    title: `sensor.${value}` as MessageKey,
    kind: 'number',
    sql: `(${readingOf(value, 'means')})::float4`,
    ...units[value],
  })),
  ...(['X', 'Y', 'Z'] as const).map((axis): CopiedField => ({
    key: `tilt${axis}`,
    title: `courseExport.tilt${axis}`,
    kind: 'number',
    decimals: 1,
    unit: '°',
    sql: `b.means[${measuredValues.indexOf(`tilt${axis}`) + 1}]`,
  })),
];

/** The rows of five minutes of each vehicle, by VIN and time. */
export function meansOf({ subject, vehicles, from, to }: CourseVehicles, limit: number): OpenList<string[]> {
  return {
    // one row more than allowed says that there are too many
    count: async (tx) => {
      const [row] = await tx.query<{ total: number }[]>(
        `SELECT count(*)::int AS total FROM (SELECT 1 FROM vehicle_5min b WHERE vehicle_id = ANY ($1::int[]) AND bucket >= $2 AND bucket < $3 AND ${ownBuckets(subject)} LIMIT ${limit + 1}) AS counted`,
        [vehicles.map((v) => v.id), new Date(from), new Date(to)],
      );
      return row?.total ?? 0;
    },
    rows: async function* (tx) {
      for (let i = 0; i < vehicles.length; i += vehiclesAtOnce)
        yield* readMeans(tx, { subject, vehicles: vehicles.slice(i, i + vehiclesAtOnce), from, to });
    },
  };
}

async function* readMeans(tx: Tx, { subject, vehicles, from, to }: CourseVehicles): AsyncGenerator<string[][]> {
  const byId = new Map(vehicles.map((v) => [String(v.id), v]));
  const ids = vehicles.map((v) => Number(v.id)).join();
  const batches = copiedRows(
    tx,
    `SELECT ${selectOf(meanFields)} FROM vehicle_5min b
     WHERE b.vehicle_id = ANY ('{${ids}}'::int[]) AND b.bucket >= to_timestamp(${from / 1000}) AND b.bucket < to_timestamp(${to / 1000}) AND ${ownBuckets(subject)}
     ORDER BY array_position('{${ids}}'::int[], b.vehicle_id), b.bucket`,
  );
  for await (const batch of batches) {
    for (const row of batch) {
      const vehicle = byId.get(row[0] ?? '');
      row[0] = vehicle?.vin ?? '';
      row[1] = vehicle?.model ?? '';
    }
    yield batch;
  }
}
