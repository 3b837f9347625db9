import type { Pool } from 'pg';
import type { SosType } from '@headland/contracts/device/up';

/** The state of the database in the form of the account. */
export interface FoundSos {
  id: number;
  device: string;
  type: SosType;
  origin: 'device' | 'tilt';
  status: string;
  version: number;
  presses: number;
  /** `sos.raised` and `sos.repeated` in the event log */
  raised: number;
  repeated: number;
}
export interface FoundFault {
  id: number;
  device: string;
  code: string;
  status: string;
  version: number;
  active: boolean;
  count: number;
  occurred: number;
  repeated: number;
}
export interface Found {
  /** `device kind boot` → seq → device times of its rows, ascending (engine: one) */
  rows: Map<string, Map<number, number[]>>;
  /** `device kind boot` → inclusive ranges that `down/ack` promises */
  ranges: Map<string, [number, number][]>;
  calls: FoundSos[];
  faults: FoundFault[];
  /** device → newest message in the state of its vehicle, and in its telemetry rows */
  newest: Map<string, { state: string; rows: string }>;
  /** vehicles whose counts of open SOS or reports differ from the tables */
  wrongCounts: string[];
  /** reason → number of quarantined messages */
  quarantine: Map<string, number>;
  /** duplicates, or beyond the limit of one device: not kept, and counted */
  discarded: number;
  /** rows in the default partition of telemetry */
  defaultPartition: number;
}

export async function readFound(pool: Pool): Promise<Found> {
  const rows = new Map<string, Map<number, number[]>>();
  const put = (device: string, kind: string, boot: number, seq: number, ts: number[]): void => {
    const key = `${device} ${kind} ${boot}`;
    let stream = rows.get(key);
    if (stream === undefined) rows.set(key, (stream = new Map()));
    stream.set(seq, ts);
  };
  const telemetry = await pool.query<{ id: string; boot: number; seq: number; ts: string[] }>(
    'SELECT d.id, t.boot, t.seq, array_agg(t.device_ts ORDER BY t.device_ts) AS ts FROM telemetry t JOIN device d ON d.key = t.device_key GROUP BY 1, 2, 3',
  );
  for (const r of telemetry.rows) put(r.id, 'telemetry', r.boot, r.seq, r.ts.map(Number));
  const engine = await pool.query<{ id: string; boot: number; seq: number; ts: string[] }>(
    'SELECT d.id, e.boot, e.seq, array_agg(e.device_ts) AS ts FROM engine_run e JOIN device d ON d.key = e.device_key GROUP BY 1, 2, 3',
  );
  for (const r of engine.rows) put(r.id, 'engine', r.boot, r.seq, r.ts.map(Number));

  const ranges = new Map<string, [number, number][]>();
  const streams = await pool.query<{ id: string; topic: string; boot: number; from: number; to: number }>(
    'SELECT d.id, s.topic, s.boot, lower(r) AS from, upper(r) - 1 AS to FROM device_stream s JOIN device d ON d.key = s.device_key CROSS JOIN LATERAL unnest(s.received) AS r ORDER BY 4',
  );
  for (const r of streams.rows) {
    const key = `${r.id} ${r.topic} ${r.boot}`;
    ranges.set(key, [...(ranges.get(key) ?? []), [r.from, r.to]]);
  }

  const calls = await pool.query<FoundSos>(
    `SELECT c.id, c.device_id AS device, c.type, c.origin, c.status, c.version, c.presses, ${eventCount('sos.raised', 'sos', 'c')} AS raised, ${eventCount('sos.repeated', 'sos', 'c')} AS repeated FROM sos_call c ORDER BY c.id`,
  );
  const faults = await pool.query<FoundFault>(
    `SELECT f.id, f.device_id AS device, f.code, f.status, f.version, f.active, f.count, ${eventCount('fault.occurred', 'fault', 'f')} AS occurred, ${eventCount('fault.repeated', 'fault', 'f')} AS repeated FROM fault_report f ORDER BY f.id`,
  );

  const newest = await pool.query<{ id: string; state: string; rows: string }>(
    `SELECT d.id, COALESCE(s.boot || '/' || s.seq, 'none') AS state, n.boot || '/' || n.seq AS rows
     FROM (SELECT DISTINCT ON (device_key) device_key, boot, seq FROM telemetry ORDER BY device_key, boot DESC, seq DESC) n
     JOIN device d ON d.key = n.device_key JOIN vehicle v ON v.device_id = d.id LEFT JOIN vehicle_state s ON s.vehicle_id = v.id`,
  );
  const wrong = await pool.query<{ text: string }>(
    `SELECT v.device_id || ': ' || s.open_sos || ' calls and ' || s.open_faults || ' reports on the map, ' || c.n || ' and ' || f.n || ' in the tables' AS text
     FROM vehicle_state s JOIN vehicle v ON v.id = s.vehicle_id
     CROSS JOIN LATERAL (SELECT count(*) AS n FROM sos_call c WHERE c.vehicle_id = v.id AND c.status IN ('raised', 'acknowledged', 'dispatched')) c
     CROSS JOIN LATERAL (SELECT count(*) AS n FROM fault_report f WHERE f.vehicle_id = v.id AND f.status IN ('occurred', 'accepted')) f
     WHERE s.open_sos <> c.n OR s.open_faults <> f.n`,
  );
  const quarantine = await pool.query<{ reason: string; n: number }>(
    'SELECT reason, count(*)::int AS n FROM quarantine GROUP BY 1',
  );
  const discarded = await pool.query<{ n: number }>(
    'SELECT COALESCE(sum(messages), 0)::int AS n FROM quarantine_discarded',
  );
  const outside = await pool.query<{ n: number }>('SELECT count(*)::int AS n FROM telemetry_default');
  return {
    rows,
    ranges,
    calls: calls.rows,
    faults: faults.rows,
    newest: new Map(newest.rows.map((r) => [r.id, r])),
    wrongCounts: wrong.rows.map((r) => r.text),
    quarantine: new Map(quarantine.rows.map((r) => [r.reason, r.n])),
    discarded: discarded.rows[0]?.n ?? 0,
    defaultPartition: outside.rows[0]?.n ?? 0,
  };
}

const eventCount = (name: string, subject: string, alias: string): string =>
  `(SELECT count(*)::int FROM event_log e WHERE e.payload ? '${subject}' AND e.payload->'${subject}'->>'id' = ${alias}.id::text AND e.name = '${name}')`;
