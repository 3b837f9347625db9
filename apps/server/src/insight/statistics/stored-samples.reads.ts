import type { MeasuredSample } from '@headland/domain/measured-buckets';
import type { MeterSample } from '@headland/domain/statistics-quarter';
import type { Tx } from '../../platform/database/rows';

/** A stored sample with what is aggregated of it. */
export type StoredSample = MeterSample & MeasuredSample;

/**
 * The samples of each span as text, one a line: a row for each sample costs the driver and PostgreSQL three times as
 * much. Each row of telemetry is read once, and its signals are not parsed by PostgreSQL, which serves SOS and ingest
 * meanwhile. JSON has no line breaks and no tabs.
 */
const linesSql = `
  SELECT s.i::int, x.lines FROM unnest($1::int[], $2::timestamptz[], $3::timestamptz[]) WITH ORDINALITY AS s(vehicle, start, stop, i)
  CROSS JOIN LATERAL (
    SELECT string_agg(format(E'%s\\t%s\\t%s\\t%s\\t%s\\t%s\\t%s\\t%s\\t%s', (date_part('epoch', t.ts) * 1000)::int8, t.engine, t.work, t.engine_hours,
      t.odometer, t.fuel_used, t.rpm, t.speed, t.signals), E'\\n' ORDER BY t.ts, t.boot, t.seq) AS lines
    FROM (
      SELECT d.key FROM vehicle v JOIN device d ON d.id = v.device_id WHERE v.id = s.vehicle
      UNION SELECT d.key FROM device_installation i JOIN device d ON d.id = i.device_id WHERE i.vehicle_id = s.vehicle
      UNION SELECT device_key FROM vehicle_state WHERE vehicle_id = s.vehicle) k
    JOIN telemetry t ON t.device_key = k.key AND t.ts >= s.start AND t.ts < s.stop AND t.vehicle_id = s.vehicle AND t.ts >= $4 AND t.ts < $5) x
  WHERE x.lines IS NOT NULL`;

/** Samples of vehicles from all devices that were ever in them, in order of time, as text by the span's place from 1. */
export async function sampleLines(
  tx: Tx,
  spans: readonly { vehicle: number; from: number; to: number }[],
): Promise<Map<number, string>> {
  const rows = await tx.query<{ i: number; lines: string }[]>(linesSql, [
    spans.map((s) => s.vehicle),
    spans.map((s) => new Date(s.from)),
    spans.map((s) => new Date(s.to)),
    // the outer bounds let the planner skip the other partitions
    new Date(Math.min(...spans.map((s) => s.from))),
    new Date(Math.max(...spans.map((s) => s.to))),
  ]);
  return new Map(rows.map((row) => [row.i, row.lines]));
}

/** PostgreSQL prints a number so that it is read back without a difference. */
export const samplesFrom = (lines: string): StoredSample[] =>
  lines.split('\n').map((line) => {
    const [ts, engine, work, hours, km, fuelL, rpm, speed, json] = line.split('\t');
    const signals = json ? (JSON.parse(json) as Record<string, unknown>) : {};
    return {
      ts: Number(ts),
      engine: engine ? engine === 't' : null,
      work: work ? (work as MeterSample['work']) : null,
      hours: numberOf(hours),
      km: numberOf(km),
      fuelL: numberOf(fuelL),
      load: typeof signals.load === 'number' ? Math.fround(signals.load) : null,
      rpm: numberOf(rpm),
      speed: numberOf(speed),
      signals,
    };
  });
const numberOf = (text: string | undefined): number | null => (text ? Number(text) : null);
