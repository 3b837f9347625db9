import { devicesOf } from '../../maintenance/hours/meter.reads';
import type { Tx } from '../../platform/database/rows';

/** Those of the named spans in which a vehicle has telemetry, each day once and in order. */
export async function daysWithTelemetry(
  tx: Tx,
  vehicle: number,
  spans: readonly { day: string; from: number; to: number }[],
): Promise<string[]> {
  const outer = [Math.min(...spans.map((s) => s.from)), Math.max(...spans.map((s) => s.to))];
  const found = new Set<string>();
  // one device at a time: a statement that stops at the first row of each span can run on one node only
  for (const key of spans.length === 0 ? [] : await devicesOf(tx, vehicle)) {
    // each day uses the index once; the outer bounds let the planner leave the other partitions alone
    const rows = await tx.query<{ day: string }[]>(
      `SELECT d.day FROM unnest($3::text[], $4::timestamptz[], $5::timestamptz[]) AS d(day, start, stop), LATERAL (
         SELECT 1 FROM telemetry t WHERE t.device_key = $1 AND t.vehicle_id = $2 AND t.ts >= d.start AND t.ts < d.stop AND t.ts >= $6 AND t.ts < $7 LIMIT 1) AS any_row`,
      [
        key,
        vehicle,
        spans.map((s) => s.day),
        spans.map((s) => new Date(s.from)),
        spans.map((s) => new Date(s.to)),
        ...outer.map((ms) => new Date(ms)),
      ],
    );
    for (const { day } of rows) found.add(day);
  }
  return [...found].sort();
}
