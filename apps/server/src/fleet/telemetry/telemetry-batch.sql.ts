import { columnName } from '../../platform/database/columns-of';
import { packStates } from '../vehicles/fleet-state.reads';
import { signals } from './signal-columns';

/** What a row of telemetry is written with, in the order of the parameters. */
const rowColumns: readonly (readonly [column: string, type: string])[] = [
  ['device_key', 'int'],
  ['vehicle_id', 'int'],
  ['ts', 'timestamptz'],
  ['device_ts', 'bigint'],
  ['received_at', 'timestamptz'],
  ['boot', 'int'],
  ['seq', 'int'],
  ['lat', 'float8'],
  ['lon', 'float8'],
  ['heading', 'real'],
  ['speed', 'real'],
  ['engine', 'bool'],
  ['work', 'text'],
  ['rpm', 'real'],
  ['engine_hours', 'float8'],
  ['odometer', 'float8'],
  ['fuel_used', 'float8'],
  ...signals.map((signal) => [columnName(signal), 'real'] as const),
];
/** The newest state of a vehicle; the short names are those of the statement. */
const stateColumns: readonly (readonly [name: string, type: string])[] = [
  ['v', 'int'],
  ['k', 'int'],
  ['b', 'int'],
  ['q', 'int'],
  ['t', 'timestamptz'],
  ['la', 'float8'],
  ['lo', 'float8'],
  ['h', 'real'],
  ['sp', 'real'],
  ['e', 'bool'],
  ['w', 'text'],
  ['r', 'real'],
  ['eh', 'float8'],
  ['od', 'float8'],
  ['fu', 'float8'],
  ['si', 'jsonb'],
  ['ra', 'timestamptz'],
  ['ky', 'bool'],
];
/** Received ranges of a stream. */
const rangeColumns: readonly (readonly [name: string, type: string])[] = [
  ['k', 'int'],
  ['t', 'text'],
  ['b', 'int'],
  ['r', 'text'],
  ['v', 'int'],
  ['a', 'timestamptz'],
];
const afterRows = rowColumns.length;
const afterStates = afterRows + stateColumns.length;
const afterRanges = afterStates + rangeColumns.length;
const parameter = (place: number, type: string): string => `$${place}::${type}[]`;
const unnest = (columns: readonly (readonly [string, string])[], after: number): string =>
  `unnest(${columns.map(([, type], i) => parameter(after + i + 1, type)).join(', ')})`;
const namesOf = (columns: readonly (readonly [string, string])[]): string => columns.map(([name]) => name).join(', ');

/**
 * One statement writes a batch: rows, newest states, received ranges. It is one implicit transaction and one round trip, which is where the
 * cost of a small batch lies. Arrays come as hand-built literals, which cost Node a fifth less than letting the driver build them.
 *
 * Order-free: a state is replaced only by a greater (boot, seq) of the same device, an engine's only by a later time. The ranges are written
 * only over the version that was read; where another process was faster the statement fails with 40001 and nothing of the batch stands.
 * Answers the states that it changed, packed for the live stream, with the number of the change.
 */
const write = (late: string): string => `
WITH rows AS (
  INSERT INTO telemetry (${namesOf(rowColumns)})
  SELECT * FROM ${unnest(rowColumns, 0)}
  ON CONFLICT DO NOTHING
), states AS (
  INSERT INTO vehicle_state AS s (vehicle_id, device_key, boot, seq, ts, lat, lon, position_ts, heading, speed, engine, engine_ts, started_at, work, rpm, engine_hours, odometer, fuel_used, signals, last_seen_at, online, key_on, key_ts)
  SELECT v, k, b, q, t, la, lo, CASE WHEN la IS NULL THEN NULL ELSE t END, h, sp, e, CASE WHEN e IS NULL THEN NULL ELSE t END, CASE WHEN e THEN t END, w, r, eh, od, fu, COALESCE(si, '{}'), ra, true, ky, CASE WHEN ky IS NULL THEN NULL ELSE t END
  FROM ${unnest(stateColumns, afterRows)} AS u(${namesOf(stateColumns)})
  ON CONFLICT (vehicle_id) DO UPDATE SET
    device_key = excluded.device_key, boot = excluded.boot, seq = excluded.seq, ts = excluded.ts,
    lat = COALESCE(excluded.lat, s.lat), lon = COALESCE(excluded.lon, s.lon), position_ts = COALESCE(excluded.position_ts, s.position_ts),
    heading = COALESCE(excluded.heading, s.heading), speed = excluded.speed,
    engine = CASE WHEN excluded.engine_ts >= COALESCE(s.engine_ts, '-infinity') THEN excluded.engine ELSE s.engine END,
    engine_ts = CASE WHEN excluded.engine_ts >= COALESCE(s.engine_ts, '-infinity') THEN excluded.engine_ts ELSE s.engine_ts END,
    key_on = CASE WHEN excluded.key_ts >= COALESCE(s.key_ts, '-infinity') THEN excluded.key_on ELSE s.key_on END,
    key_ts = greatest(s.key_ts, excluded.key_ts),
    started_at = CASE WHEN excluded.engine AND s.engine IS NOT TRUE AND excluded.engine_ts >= COALESCE(s.engine_ts, '-infinity') THEN excluded.engine_ts ELSE s.started_at END,
    work = excluded.work, rpm = excluded.rpm,
    engine_hours = COALESCE(excluded.engine_hours, s.engine_hours), odometer = COALESCE(excluded.odometer, s.odometer), fuel_used = COALESCE(excluded.fuel_used, s.fuel_used),
    signals = excluded.signals, last_seen_at = excluded.last_seen_at, revision = s.revision + 1, changed = pg_current_xact_id()
  WHERE s.device_key IS DISTINCT FROM excluded.device_key OR (excluded.boot, excluded.seq) > (s.boot, s.seq)
  RETURNING s.*
), ranges AS (
  INSERT INTO device_stream AS d (device_key, topic, boot, received, version, received_at)
  SELECT k, t, b, r::int4multirange, v + 1, a FROM ${unnest(rangeColumns, afterStates)} AS u(${namesOf(rangeColumns)})
  ON CONFLICT (device_key, topic, boot) DO UPDATE SET received = excluded.received, version = excluded.version, received_at = excluded.received_at
  WHERE d.version = excluded.version - 1
  RETURNING 1
)${late}
SELECT refuse_stale(cardinality(${parameter(afterStates + 1, 'int')}) - (SELECT count(*) FROM ranges)::int), next_fleet_change()::float8 AS number,
  ${packStates('states', `$${afterRanges + 1}`)}`;
export const writeBatch = write('');
/** The same with marks on quarters that were counted, or are about to be. Another statement, so that what is on time pays nothing for it. */
export const writeLateBatch = write(`, late AS (
  INSERT INTO late_telemetry (vehicle_id, quarter) SELECT * FROM unnest(${parameter(afterRanges + 2, 'int')}, ${parameter(afterRanges + 3, 'timestamptz')})
)`);

/** Key on/off: the history, and the state where it is the latest and of the vehicle that the device is in now; an engine stops with its key; whether it runs with it, the next sample says. Answers the vehicles whose present state it changed. */
export const writeEngineRuns = `
WITH rows AS (
  INSERT INTO engine_run (device_key, vehicle_id, ts, device_ts, received_at, boot, seq, engine_on, lat, lon, engine_hours)
  SELECT * FROM unnest($1::int[], $2::int[], $3::timestamptz[], $4::bigint[], $5::timestamptz[], $6::int[], $7::int[], $8::bool[], $9::float8[], $10::float8[], $11::float8[])
  ON CONFLICT DO NOTHING
), newest AS (
  SELECT DISTINCT ON (v) v, k, t, e, la, lo, eh, a
  FROM unnest($1::int[], $2::int[], $3::timestamptz[], $5::timestamptz[], $8::bool[], $9::float8[], $10::float8[], $11::float8[], $12::bool[]) AS u(k, v, t, a, e, la, lo, eh, present)
  WHERE v IS NOT NULL AND present ORDER BY v, t DESC
)
INSERT INTO vehicle_state AS s (vehicle_id, device_key, key_on, key_ts, engine, engine_ts, lat, lon, position_ts, engine_hours, last_seen_at, online)
SELECT v, k, e, t, CASE WHEN e THEN NULL ELSE false END, CASE WHEN e THEN NULL ELSE t END, la, lo, CASE WHEN la IS NULL THEN NULL ELSE t END, eh, a, true FROM newest
ON CONFLICT (vehicle_id) DO UPDATE SET
  key_on = excluded.key_on, key_ts = excluded.key_ts,
  engine = CASE WHEN excluded.key_ts < s.engine_ts THEN s.engine WHEN NOT excluded.key_on THEN false END,
  engine_ts = CASE WHEN NOT excluded.key_on THEN greatest(s.engine_ts, excluded.key_ts) ELSE s.engine_ts END,
  lat = CASE WHEN excluded.position_ts > COALESCE(s.position_ts, '-infinity') THEN excluded.lat ELSE s.lat END,
  lon = CASE WHEN excluded.position_ts > COALESCE(s.position_ts, '-infinity') THEN excluded.lon ELSE s.lon END,
  position_ts = greatest(s.position_ts, excluded.position_ts),
  engine_hours = greatest(s.engine_hours, excluded.engine_hours), last_seen_at = greatest(s.last_seen_at, excluded.last_seen_at), revision = s.revision + 1, changed = pg_current_xact_id()
WHERE excluded.key_ts >= COALESCE(s.key_ts, '-infinity')
RETURNING vehicle_id AS "vehicleId", key_on AS key`;

/** Connection: the newest received wins; answers the devices whose state it changed. */
export const writeStatuses = `
WITH said AS (
  SELECT * FROM unnest($1::text[], $2::bool[], $3::text[], $4::text[], $5::real[], $6::timestamptz[], $7::bool[]) AS u(id, online, firmware, sim, rssi, at, key)
), was AS (
  SELECT d.id, d.online FROM device d JOIN said USING (id) ORDER BY d.id FOR NO KEY UPDATE OF d
), devices AS (
  UPDATE device d SET online = said.online, firmware = COALESCE(said.firmware, d.firmware), sim = COALESCE(said.sim, d.sim), rssi = COALESCE(said.rssi::smallint, d.rssi), status_at = said.at
  FROM said, was WHERE d.id = said.id AND was.id = d.id
  RETURNING d.id, d.online AS is_online, was.online AS was_online
), vehicles AS (
  UPDATE vehicle_state s SET online = said.online, key_on = COALESCE(said.key, s.key_on), key_ts = CASE WHEN said.key IS NULL THEN s.key_ts ELSE greatest(s.key_ts, said.at) END,
    last_seen_at = greatest(s.last_seen_at, CASE WHEN said.online THEN said.at END), revision = s.revision + 1, changed = pg_current_xact_id()
  FROM vehicle v, said WHERE v.device_id = said.id AND s.vehicle_id = v.id
)
SELECT id, is_online AS online FROM devices WHERE is_online <> was_online`;

/** The states that a transaction leaves, in its last statement: it may have changed them in several. */
export const packChangedStates = `SELECT next_fleet_change()::float8 AS number, ${packStates('(SELECT * FROM vehicle_state WHERE vehicle_id = ANY($1::int[]))', '$2')}`;
