import { measuredValues } from '@headland/contracts/measured-values';
import type { Measured } from '@headland/domain/measured-buckets';
import { type Bucket, loadBands } from '@headland/domain/statistics-quarter';
import type { Tx } from '../../platform/database/rows';

/** Five minutes of a vehicle. Without samples, after a turn of the key alone, nothing was measured. */
export interface VehicleBucket extends Bucket {
  vehicle: number;
  measured: Measured | undefined;
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
const upsert = `WITH changed AS (INSERT INTO vehicle_5min AS b (${columns.map(([name]) => name).join(', ')})
  SELECT ${columns.map(([name, type]) => `u.${name}::${type}`).join(', ')}
  FROM unnest(${columns.map(([, type], i) => `$${i + 1}::${type.endsWith('[]') ? 'text' : type}[]`).join(', ')}) AS u(${columns.map(([name]) => name).join(', ')})
  ON CONFLICT (vehicle_id, bucket) DO UPDATE SET ${columns
    .slice(2)
    .map(([name]) => `${name} = excluded.${name}`)
    .join(', ')}
  WHERE b.* IS DISTINCT FROM excluded.* RETURNING b.vehicle_id, b.bucket)
  DELETE FROM course_hour c USING (SELECT DISTINCT v.model_id, date_bin('1 hour', x.bucket, 'epoch') AS hour FROM changed x JOIN vehicle v ON v.id = x.vehicle_id) d
  WHERE c.model_id = d.model_id AND c.hour = d.hour`;
const nothing = measuredValues.map(() => null);
const nothingMeasured: Measured = { means: nothing, mins: nothing, maxs: nothing, counts: measuredValues.map(() => 0) };
const literal = (list: readonly (number | null)[]): string => `{${list.map((value) => value ?? 'NULL').join()}}`;

/** Writes buckets over those that are there, and deletes what is stored of their courses. */
export async function saveBuckets(tx: Tx, buckets: readonly VehicleBucket[]): Promise<void> {
  const of = <T>(pick: (bucket: VehicleBucket) => T): T[] => buckets.map(pick);
  const measured = (name: keyof Measured): string[] => of((b) => literal((b.measured ?? nothingMeasured)[name]));
  await tx.query(upsert, [
    of((b) => b.vehicle),
    of((b) => new Date(b.from)),
    of((b) => b.offMs),
    of((b) => b.idleMs),
    of((b) => b.workMs),
    of((b) => b.driveMs),
    of((b) => literal(b.loadMs.slice(0, loadBands))),
    of((b) => b.hours),
    of((b) => b.km),
    of((b) => b.fuelL),
    of((b) => b.starts),
    of((b) => b.last.hours?.value ?? null),
    measured('means'),
    measured('mins'),
    measured('maxs'),
    measured('counts'),
  ]);
}
