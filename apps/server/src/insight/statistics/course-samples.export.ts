import type { MessageKey } from '@headland/i18n/catalogue';
import { isThinned } from '@headland/domain/sample-thinning';
import { samplePeriodMs } from '@headland/domain/sample-thinning';
import { bucketMs } from '@headland/domain/statistics-quarter';
import { type Sensor, signalSql } from '../../fleet/telemetry/signal-columns.reads';
import { devicesOf } from '../../maintenance/hours/meter.reads';
import { ownParts } from '../../ownership/owner-transfer/own-time.reads';
import { copiedRows } from '../../platform/database/copy';
import type { Tx } from '../../platform/database/rows';
import type { OpenList } from '../../platform/exports/export-registry';
import { type CopiedField, epochMs, selectOf } from './copied-field';
import type { CourseVehicles } from './course-means.export';
import { ownBuckets } from './course.reads';

const dayMs = 86_400_000;
const sensorFields: readonly (Pick<CopiedField, 'unit' | 'decimals'> & { key: Sensor })[] = [
  { key: 'load', unit: '%', decimals: 1 },
  { key: 'fuelLevel', unit: '%', decimals: 1 },
  { key: 'defLevel', unit: '%', decimals: 1 },
  { key: 'dpfSoot', unit: '%', decimals: 1 },
  { key: 'coolant', unit: '°C', decimals: 1 },
  { key: 'oilTemp', unit: '°C', decimals: 1 },
  { key: 'exhaustTemp', unit: '°C', decimals: 1 },
  { key: 'oilPressure', unit: 'kPa', decimals: 1 },
  { key: 'railPressure', unit: 'bar', decimals: 1 },
  { key: 'battery', unit: 'V', decimals: 2 },
  { key: 'hitch', unit: '%', decimals: 1 },
  { key: 'pto', unit: 'rpm', decimals: 0 },
];

/** Every field of a sample of telemetry, as it was sent: the meters are not corrected. The first is the corrected time. */
export const sampleFields: readonly CopiedField[] = [
  { key: 'time', title: 'courseExport.time', kind: 'moment', sql: epochMs('t.ts'), value: Number },
  { key: 'deviceTime', title: 'courseExport.deviceTime', kind: 'moment', sql: 't.device_ts', value: Number },
  { key: 'lat', title: 'courseExport.latitude', kind: 'number', decimals: 6, unit: '°', sql: 't.lat' },
  { key: 'lon', title: 'courseExport.longitude', kind: 'number', decimals: 6, unit: '°', sql: 't.lon' },
  { key: 'heading', title: 'sensor.heading', kind: 'number', decimals: 0, unit: '°', sql: 't.heading' },
  { key: 'speed', title: 'sensor.speed', kind: 'number', decimals: 1, unit: 'speed', sql: 't.speed' },
  {
    key: 'engine',
    title: 'courseExport.engine',
    kind: 'text',
    width: 10,
    sql: 't.engine',
    value: (on, { t }) => t(on === 't' ? 'vehicle.on' : 'vehicle.off'),
  },
  {
    key: 'work',
    title: 'courseExport.work',
    kind: 'text',
    width: 12,
    sql: 't.work',
    value: (work, { t }) => t(`state.${work as 'idle' | 'work' | 'drive'}`),
  },
  { key: 'rpm', title: 'sensor.rpm', kind: 'number', decimals: 0, unit: 'rpm', sql: 't.rpm' },
  {
    key: 'engineHours',
    title: 'sensor.engineHours',
    kind: 'number',
    decimals: 2,
    unit: 'h',
    sql: 't.engine_hours',
  },
  {
    key: 'odometer',
    title: 'sensor.odometer',
    kind: 'number',
    decimals: 2,
    unit: 'distance',
    sql: 't.odometer',
    value: Number,
  },
  { key: 'fuelUsed', title: 'sensor.fuelUsed', kind: 'number', decimals: 2, unit: 'L', sql: 't.fuel_used' },
  ...sensorFields.map((field): CopiedField => ({
    ...field,
    title: `sensor.${field.key}` as MessageKey,
    kind: 'number',
    sql: signalSql('t', field.key),
  })),
  ...(['X', 'Y', 'Z'] as const).map((axis): CopiedField => ({
    key: `tilt${axis}`,
    title: `courseExport.tilt${axis}`,
    kind: 'number',
    decimals: 1,
    unit: '°',
    sql: signalSql('t', `tilt${axis}`),
  })),
];

/**
 * Samples of one vehicle: one in ten seconds where it sends more, else all. A day is read at a time, the partition of a
 * day is small enough to be sorted in memory.
 */
export function samplesOf({ subject, vehicles: [vehicle], from, to }: CourseVehicles): OpenList<string[]> {
  const id = vehicle?.id ?? 0;
  return {
    // counting the rows would read them, and they lie apart: the counts of five minutes tell nearly the same
    count: async (tx) => {
      const [row] = await tx.query<{ total: number }[]>(
        `SELECT COALESCE(sum(least(${bucketMs / samplePeriodMs}, (SELECT max(c) FROM unnest(b.counts) c))), 0)::int AS total
         FROM vehicle_5min b WHERE b.vehicle_id = $1 AND b.bucket >= $2 AND b.bucket < $3 AND ${ownBuckets(subject)}`,
        [id, new Date(from), new Date(to)],
      );
      return row?.total ?? 0;
    },
    rows: (tx) => thinned(readParts(tx, { subject, id, from, to })),
  };
}

/** Of a customer the parts of the own time: who owned it when is read before, telemetry lies elsewhere. */
async function* readParts(
  tx: Tx,
  { subject: { subject, id: owner }, id, from, to }: Pick<CourseVehicles, 'subject' | 'from' | 'to'> & { id: number },
): AsyncGenerator<string[][]> {
  const whole = [{ from, to }];
  const parts = subject === 'models' ? whole : await ownParts(tx, id, { customerId: owner }, whole);
  for (const part of parts.sort((a, b) => a.from - b.from)) yield* readDays(tx, id, part.from, part.to);
}

async function* readDays(tx: Tx, id: number, from: number, to: number): AsyncGenerator<string[][]> {
  const keys = await devicesOf(tx, id);
  if (keys.length === 0) return;
  for (let start = from; start < to;) {
    const end = Math.min((Math.floor(start / dayMs) + 1) * dayMs, to);
    yield* copiedRows(
      tx,
      `SELECT ${selectOf(sampleFields)} FROM telemetry t
       WHERE t.device_key = ANY ('{${keys.map(Number).join()}}'::int[]) AND t.vehicle_id = ${Number(id)} AND t.ts >= to_timestamp(${start / 1000}) AND t.ts < to_timestamp(${end / 1000})
       ORDER BY t.ts, t.boot, t.seq`,
    );
    start = end;
  }
}

async function* thinned(batches: AsyncIterable<string[][]>): AsyncGenerator<string[][]> {
  let last: string[] | null = null;
  let lastAt = 0;
  for await (const batch of batches) {
    const kept: string[][] = [];
    for (const row of batch) {
      const at = Number(row[0]);
      if (last !== null && !isThinned(lastAt, at)) kept.push(last);
      last = row;
      lastAt = at;
    }
    if (kept.length > 0) yield kept;
  }
  if (last !== null) yield [last];
}
