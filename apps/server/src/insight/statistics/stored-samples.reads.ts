import { measuredValues } from '@headland/contracts/measured-values';
import type { MeasuredSample } from '@headland/domain/measured-buckets';
import type { MeterSample } from '@headland/domain/statistics-quarter';
import { signalSql } from '../../fleet/telemetry/signal-columns.reads';
import { BinaryRows, copiedBinaryRows, rowEnd } from '../../platform/database/copy';
import type { Tx } from '../../platform/database/rows';

/** A stored sample with what is aggregated of it. */
export type StoredSample = MeterSample & MeasuredSample;

const columns = [
  't.ts',
  't.engine',
  't.work',
  't.engine_hours',
  't.odometer',
  't.fuel_used',
  ...measuredValues.map((value) => (value === 'rpm' || value === 'speed' ? `t.${value}` : signalSql('t', value))),
];
const loadAt = measuredValues.indexOf('load');

/**
 * Samples of vehicles from all devices that were ever in them, in order of time, by the span's place from 1, as COPY
 * sends them (`samplesFrom`): whole rows of samples would fill the memory.
 */
export async function storedSamples(
  tx: Tx,
  spans: readonly { vehicle: number; from: number; to: number }[],
): Promise<Map<number, Buffer>> {
  const keys = await devicesByVehicle(
    tx,
    spans.map((s) => s.vehicle),
  );
  const array = (of: (span: (typeof spans)[number]) => number): string =>
    `'{${spans.map((s) => Number(of(s))).join()}}'`;
  const keysOf = spans.map((s) => `"{${(keys.get(s.vehicle) ?? []).map(Number).join()}}"`).join();
  const at = (ms: number): string => `to_timestamp(${Number(ms)} / 1000.0)`;
  // the outer bounds let the planner skip the other partitions
  const [first, last] = [Math.min(...spans.map((s) => s.from)), Math.max(...spans.map((s) => s.to))];
  const sql = `
    SELECT s.i::int, x.* FROM unnest(${array((s) => s.vehicle)}::int[], ${array((s) => s.from)}::bigint[], ${array((s) => s.to)}::bigint[], '{${keysOf}}'::text[])
      WITH ORDINALITY AS s(vehicle, start, stop, keys, i)
    CROSS JOIN LATERAL (
      SELECT ${columns.join(', ')} FROM telemetry t
      WHERE t.device_key = ANY (s.keys::int[]) AND t.ts >= to_timestamp(s.start / 1000.0) AND t.ts < to_timestamp(s.stop / 1000.0) AND t.vehicle_id = s.vehicle
        AND t.ts >= ${at(first)} AND t.ts < ${at(last)}
      ORDER BY t.ts, t.boot, t.seq) x`;
  const parts = new Map<number, Buffer[]>();
  for await (const rows of copiedBinaryRows(tx, sql))
    for (const [place, part] of byPlace(rows)) {
      const list = parts.get(place);
      if (list) list.push(part);
      else parts.set(place, [part]);
    }
  return new Map([...parts].map(([place, list]) => [place, Buffer.concat(list)]));
}

async function devicesByVehicle(tx: Tx, vehicles: readonly number[]): Promise<Map<number, number[]>> {
  const rows = await tx.query<{ vehicle: number; keys: number[] }[]>(
    `SELECT u.vehicle, array_agg(DISTINCT k.key) AS keys FROM unnest($1::int[]) AS u(vehicle) CROSS JOIN LATERAL (
       SELECT d.key FROM vehicle v JOIN device d ON d.id = v.device_id WHERE v.id = u.vehicle
       UNION SELECT d.key FROM device_installation i JOIN device d ON d.id = i.device_id WHERE i.vehicle_id = u.vehicle
       UNION SELECT device_key FROM vehicle_state WHERE vehicle_id = u.vehicle AND device_key IS NOT NULL) k GROUP BY u.vehicle`,
    [[...new Set(vehicles)]],
  );
  return new Map(rows.map(({ vehicle, keys }) => [vehicle, keys]));
}

/** Rows of one place after the other, cut where the place changes. */
function* byPlace(rows: Buffer): Generator<[place: number, rows: Buffer]> {
  const placeOf = (row: number): number => rows.readInt32BE(row + 6);
  let from = 0;
  for (let end = rowEnd(rows, 0); end !== null; end = rowEnd(rows, end))
    if (end === rows.length || placeOf(end) !== placeOf(from)) {
      yield [placeOf(from), rows.subarray(from, end)];
      from = end;
    }
}

export function samplesFrom(buffer: Buffer): StoredSample[] {
  const rows = new BinaryRows(buffer);
  const samples: StoredSample[] = [];
  let inOrder = true;
  while (rows.next()) {
    rows.int4();
    const sample = {
      ts: rows.time() ?? 0,
      engine: rows.bool(),
      work: rows.word() as MeterSample['work'],
      hours: rows.float8(),
      km: rows.float8(),
      fuelL: rows.float8(),
      load: null as number | null,
      values: [] as number[],
    };
    for (let i = 0; i < measuredValues.length; i++) sample.values.push(rows.float4());
    const load = sample.values[loadAt] ?? NaN;
    if (!Number.isNaN(load)) sample.load = load;
    inOrder &&= sample.ts >= (samples.at(-1)?.ts ?? 0);
    samples.push(sample);
  }
  // two devices of a vehicle may lie on two nodes, whose rows come one after the other
  return inOrder ? samples : samples.sort((a, b) => a.ts - b.ts);
}
