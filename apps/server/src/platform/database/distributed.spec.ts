import { describe, expect, it } from 'vitest';
import { bothSides } from '../../testing/one-side';

const sides = (sql: string): string | null => {
  const found = bothSides(sql);
  return found && `${found.distributed.join()} | ${found.local.join()}`;
};

describe('a statement', () => {
  it.each([
    ['SELECT ts FROM telemetry t WHERE t.device_key = ANY ($1::int[]) AND t.vehicle_id = $2'],
    ['SELECT d.day FROM unnest($1::text[]) AS d(day), LATERAL (SELECT 1 FROM telemetry t LIMIT 1) x'],
    ['SELECT extract(epoch FROM t.ts), t.device, vehicle FROM telemetry t'],
    ['INSERT INTO telemetry_20261126_r3 (ts) SELECT ts FROM "telemetry_20261126" t ON CONFLICT DO NOTHING'],
    ['COPY telemetry (device_key, ts) FROM STDIN (FORMAT binary)'],
    ["SELECT name FROM device WHERE id = 'FROM telemetry'"],
    ["SELECT c.relname FROM pg_inherits i WHERE i.inhparent = 'telemetry'::regclass"],
    ['DELETE FROM late_telemetry WHERE vehicle_id = $1 RETURNING quarter'],
    ['WITH device AS (SELECT 1 AS key) SELECT 1 FROM telemetry t JOIN device ON device.key = t.device_key'],
    ['INSERT INTO vehicle_state (vehicle_id) SELECT vehicle_id FROM jsonb_populate_record(NULL::telemetry, $1) t'],
    ['DELETE FROM telemetry; DELETE FROM device'],
  ])('keeps to one side: %s', (sql) => expect(sides(sql)).toBeNull());

  it.each([
    ['SELECT 1 FROM telemetry t JOIN device d ON d.key = t.device_key', 'telemetry | device'],
    ['SELECT 1 FROM device d, vehicle v, telemetry t', 'telemetry | device,vehicle'],
    ['SELECT (SELECT max(ts) FROM telemetry_20261126) FROM "vehicle"', 'telemetry_20261126 | vehicle'],
    ['WITH r AS (INSERT INTO telemetry SELECT * FROM b) UPDATE vehicle_state SET seq = 1', 'telemetry | vehicle_state'],
    ['INSERT INTO engine_run (ts) SELECT ts FROM telemetry WHERE seq = 1', 'telemetry | engine_run'],
    ['DELETE FROM telemetry t USING device d WHERE d.key = t.device_key', 'telemetry | device'],
    [
      'COPY (SELECT 1 FROM telemetry_default NATURAL JOIN device_stream) TO STDOUT',
      'telemetry_default | device_stream',
    ],
  ])('is found on both: %s', (sql, found) => expect(sides(sql)).toBe(found));
});
