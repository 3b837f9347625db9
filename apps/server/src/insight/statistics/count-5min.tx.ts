import { measuredValues, type MeasuredValue } from '@headland/contracts/measured-values';
import { type Bucket, loadBands } from '@headland/domain/statistics-quarter';
import type { Tx } from '../../platform/database/rows';

/** Mean, least, greatest and count of each measured value in five minutes, as PostgreSQL array literals in the order of `measuredValues`. */
export interface Measured {
  vehicle: number;
  from: number;
  means: string;
  mins: string;
  maxs: string;
  counts: string;
}

/** Joins the keys of all devices that were ever in a vehicle, as `k`. */
export const keysOf = (vehicle: string): string => `CROSS JOIN LATERAL (
         SELECT d.key FROM vehicle v JOIN device d ON d.id = v.device_id WHERE v.id = ${vehicle}
         UNION SELECT d.key FROM device_installation i JOIN device d ON d.id = i.device_id WHERE i.vehicle_id = ${vehicle}
         UNION SELECT device_key FROM vehicle_state WHERE vehicle_id = ${vehicle}) k`;

const inOwnColumn: readonly MeasuredValue[] = ['rpm', 'speed'];
const readingOf = (value: MeasuredValue): string =>
  inOwnColumn.includes(value)
    ? `t.${value}`
    : value.startsWith('tilt')
      ? `(t.signals->'tilt'->>'${value.slice(4).toLowerCase()}')::real`
      : `(t.signals->>'${value}')::real`;
const arrayOf = (aggregate: (value: string) => string): string =>
  `ARRAY[${measuredValues.map((value) => aggregate(`x."${value}"`)).join(', ')}]`;

/**
 * What vehicles measured, by 5 minutes. A sum of whole hundredths does not depend on the order of the samples, so that
 * a rebuild gives the same means, bit for bit.
 */
const measuredSql = `
  SELECT x.vehicle, date_part('epoch', x.bucket) * 1000 AS from,
    ${arrayOf((v) => `(sum(round(${v} * 100)::int4) / 100.0 / nullif(count(${v}), 0))::real`)}::text AS means,
    ${arrayOf((v) => `min(${v})`)}::text AS mins, ${arrayOf((v) => `max(${v})`)}::text AS maxs, ${arrayOf((v) => `count(${v})::int4`)}::text AS counts
  FROM (SELECT s.vehicle, date_bin('5 minutes', t.ts, 'epoch') AS bucket, ${measuredValues.map((v) => `${readingOf(v)} AS "${v}"`).join(', ')}
    FROM unnest($1::int[], $2::timestamptz[], $3::timestamptz[]) AS s(vehicle, start, stop) ${keysOf('s.vehicle')}
      JOIN telemetry t ON t.device_key = k.key AND t.ts >= s.start AND t.ts < s.stop AND t.vehicle_id = s.vehicle AND t.ts >= $4 AND t.ts < $5
    OFFSET 0) x
  GROUP BY x.vehicle, x.bucket`;

export async function measuredIn(
  tx: Tx,
  spans: readonly { vehicle: number; from: number; to: number }[],
): Promise<Measured[]> {
  const [starts, ends] = [spans.map((s) => s.from), spans.map((s) => s.to)];
  return tx.query<Measured[]>(measuredSql, [
    spans.map((s) => s.vehicle),
    starts.map((ms) => new Date(ms)),
    ends.map((ms) => new Date(ms)),
    // the outer bounds let the planner skip the other partitions
    new Date(Math.min(...starts)),
    new Date(Math.max(...ends)),
  ]);
}

const columns = [
  'vehicle_id int',
  'bucket timestamptz',
  'off_ms int',
  'idle_ms int',
  'work_ms int',
  'drive_ms int',
  'load_ms int[]',
  'hours float8',
  'km float8',
  'fuel_l float8',
  'starts int',
  'last_hours float8',
  'means real[]',
  'mins real[]',
  'maxs real[]',
  'counts int[]',
].map((column) => column.split(' ') as [name: string, type: string]);
// arrays of arrays travel as their literals
const upsert = `INSERT INTO vehicle_5min AS b (${columns.map(([name]) => name).join(', ')})
  SELECT ${columns.map(([name, type]) => `u.${name}::${type}`).join(', ')}
  FROM unnest(${columns.map(([, type], i) => `$${i + 1}::${type.endsWith('[]') ? 'text' : type}[]`).join(', ')}) AS u(${columns.map(([name]) => name).join(', ')})
  ON CONFLICT (vehicle_id, bucket) DO UPDATE SET ${columns
    .slice(2)
    .map(([name]) => `${name} = excluded.${name}`)
    .join(', ')}
  WHERE b.* IS DISTINCT FROM excluded.*`;
const nothing = Array.from(measuredValues, () => 'NULL').join();
const nothingMeasured = {
  means: `{${nothing}}`,
  mins: `{${nothing}}`,
  maxs: `{${nothing}}`,
  counts: `{${Array.from(measuredValues, () => 0).join()}}`,
};

/** Writes buckets with what was measured in them over those that are there. */
export async function saveBuckets(
  tx: Tx,
  buckets: readonly (Bucket & { vehicle: number })[],
  measured: readonly Measured[],
): Promise<void> {
  const measuredAt = new Map(measured.map((m) => [`${m.vehicle} ${Math.round(m.from)}`, m]));
  const rows = buckets.map((bucket) => ({
    ...bucket,
    ...(measuredAt.get(`${bucket.vehicle} ${bucket.from}`) ?? nothingMeasured),
    from: bucket.from,
  }));
  type Row = (typeof rows)[number];
  const of = <T>(pick: (row: Row) => T): T[] => rows.map(pick);
  await tx.query(upsert, [
    of((b) => b.vehicle),
    of((b) => new Date(b.from)),
    of((b) => b.offMs),
    of((b) => b.idleMs),
    of((b) => b.workMs),
    of((b) => b.driveMs),
    of((b) => `{${b.loadMs.slice(0, loadBands).join()}}`),
    of((b) => b.hours),
    of((b) => b.km),
    of((b) => b.fuelL),
    of((b) => b.starts),
    of((b) => b.last.hours?.value ?? null),
    of((b) => b.means),
    of((b) => b.mins),
    of((b) => b.maxs),
    of((b) => b.counts),
  ]);
}
