import { columnName } from '../../platform/database/columns-of';
import { packStates, stateOf } from '../vehicles/fleet-state.reads';
import { rowColumns } from './sample-columns';
import { signals } from './signal-columns.reads';

const rowNames = rowColumns.map(({ name }) => name).join(', ');

/** The rows of a batch; the statement that follows in the same transaction writes what else belongs to it. */
export const copyRows = `COPY telemetry (${rowNames}) FROM STDIN (FORMAT binary)`;

const samples = 'unnest($1::telemetry_sample[]) AS u';
/** COPY fails on a row that is there already; then, and where a transaction writes more than telemetry, rows are inserted. */
export const insertRows = {
  name: 'telemetry-rows',
  text: `INSERT INTO telemetry (${rowNames}) SELECT ${rowNames} FROM ${samples} ON CONFLICT DO NOTHING`,
};

/** Parameters: samples, ranges of known streams with the versions that were read, ranges of new ones, the time; then those of the statement's end. */
const watched = '$5';

/**
 * What a batch leaves behind beside its rows: newest states and received ranges. Sent together with the rows, in one round trip, which is where the
 * cost of a small batch lies. The samples here are those that are the newest of their vehicles.
 *
 * Order-free: a state is replaced only by a greater (boot, seq) of the same device, or by a sample of a day or more after its own: then the device
 * counts its starts anew, and no status has said so. An engine's is replaced only by a later time. The ranges are written
 * only over the version that was read; where another process was faster the statement fails with 40001 and nothing of the batch stands.
 * States and ranges are updated where they are, not upserted: each vehicle has a state, and an upsert locks the row before it writes it.
 * Answers the states that it changed, packed for the live stream, with the number of the change.
 */
const write = (more: string): string => `
WITH states AS (
  UPDATE vehicle_state AS s SET
    device_key = n.device_key, boot = n.boot, seq = n.seq, ts = n.ts,
    lat = COALESCE(n.lat, s.lat), lon = COALESCE(n.lon, s.lon), position_ts = CASE WHEN n.lat IS NULL THEN s.position_ts ELSE n.ts END,
    heading = COALESCE(n.heading, s.heading), speed = n.speed,
    engine = CASE WHEN n.engine IS NOT NULL AND n.ts >= COALESCE(s.engine_ts, '-infinity') THEN n.engine ELSE s.engine END,
    engine_ts = CASE WHEN n.engine IS NOT NULL AND n.ts >= COALESCE(s.engine_ts, '-infinity') THEN n.ts ELSE s.engine_ts END,
    key_on = CASE WHEN n.key_on IS NOT NULL AND n.ts >= COALESCE(s.key_ts, '-infinity') THEN n.key_on ELSE s.key_on END,
    key_ts = CASE WHEN n.key_on IS NULL THEN s.key_ts ELSE greatest(s.key_ts, n.ts) END,
    started_at = CASE WHEN n.engine AND s.engine IS NOT TRUE AND n.ts >= COALESCE(s.engine_ts, '-infinity') THEN n.ts ELSE s.started_at END,
    work = n.work, rpm = n.rpm,
    engine_hours = COALESCE(n.engine_hours, s.engine_hours), odometer = COALESCE(n.odometer, s.odometer), fuel_used = COALESCE(n.fuel_used, s.fuel_used),
    ${signals.map((signal) => `${columnName(signal)} = n.${columnName(signal)}`).join(', ')}, signals = '{}',
    last_seen_at = n.received_at, revision = s.revision + 1, changed = pg_current_xact_id()
  FROM (SELECT * FROM ${samples} ORDER BY vehicle_id) AS n
  WHERE s.vehicle_id = n.vehicle_id AND (s.device_key IS DISTINCT FROM n.device_key OR (n.boot, n.seq) > (s.boot, s.seq) OR n.ts >= s.ts + interval '1 day')
  RETURNING ${stateOf(watched)}
), ranges AS (
  UPDATE device_stream AS d SET received = n.received, version = n.version + 1, received_at = $4::timestamptz
  FROM (SELECT * FROM unnest($2::stream_ranges[]) AS u ORDER BY device_key, topic, boot) AS n
  WHERE d.device_key = n.device_key AND d.topic = n.topic AND d.boot = n.boot AND d.version = n.version
  RETURNING 1
), begun AS (
  INSERT INTO device_stream (device_key, topic, boot, received, version, received_at)
  SELECT device_key, topic, boot, received, 1, $4::timestamptz FROM unnest($3::stream_ranges[]) AS u ORDER BY device_key, topic, boot
  ON CONFLICT DO NOTHING
  RETURNING 1
)${more}
SELECT refuse_stale((cardinality($2::stream_ranges[]) + cardinality($3::stream_ranges[]) - (SELECT count(*) FROM ranges) - (SELECT count(*) FROM begun))::int),
  next_fleet_change()::float8 AS number, ${packStates('states')}`;
/** Marks on quarters that were counted, or are about to be. In statements of their own, so that what is on time pays nothing for it. */
const markLate = (first: number): string => `, late AS (
  INSERT INTO late_telemetry (vehicle_id, quarter) SELECT * FROM unnest($${first}::int[], $${first + 1}::timestamptz[])
)`;
/**
 * Clocks that changed, in the order of their locks; parameters from `first` on: device keys, starts, clocks. Of a large fleet nearly every batch has
 * one, since each device's window moves on every ten minutes. PostgreSQL runs a WITH that nothing reads last: after states and ranges, as everybody does.
 */
export const writeClocks = (first: number): string => `
  INSERT INTO device_clock (device_key, boot, clock, offset_ms, updated_at)
  SELECT k, b, c, (c->>'offsetMs')::bigint, now() FROM unnest($${first}::int[], $${first + 1}::int[], $${first + 2}::jsonb[]) AS u(k, b, c)
  ON CONFLICT (device_key, boot) DO UPDATE SET clock = excluded.clock, offset_ms = excluded.offset_ms, updated_at = excluded.updated_at`;
const clocksToo = (first: number): string => `, clocks AS (${writeClocks(first)}
)`;
/** By what a batch has beside rows, states and ranges. */
export const statements = {
  onTime: { name: 'telemetry-on-time', text: write('') },
  late: { name: 'telemetry-late', text: write(markLate(6)) },
  clocks: { name: 'telemetry-clocks', text: write(clocksToo(6)) },
  lateAndClocks: { name: 'telemetry-late-clocks', text: write(markLate(6) + clocksToo(8)) },
};

/**
 * Runs whose numbers are used again by others, since their device counts its starts anew: a start below 0, which no message has, is of a former count.
 * The time of the device tells the two apart, since what is sent again has the one that it had.
 */
export const setFormerRunsAside = `
UPDATE engine_run r SET boot = least((SELECT min(boot) FROM engine_run e WHERE e.device_key = r.device_key), 0) - n.place
FROM unnest($1::int[], $2::int[], $3::int[], $4::bigint[]) WITH ORDINALITY AS n(device_key, boot, seq, device_ts, place)
WHERE r.device_key = n.device_key AND r.boot = n.boot AND r.seq = n.seq AND r.device_ts <> n.device_ts`;

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

/**
 * Connection: the newest received wins; answers the devices whose state it changed. A status that the broker has kept says nothing of when the device was seen.
 * One that is live with a lower start than the state's is of a terminal that counts its starts anew: the state begins again, or it would stay as it is until the
 * count is where it was.
 */
export const writeStatuses = `
WITH said AS (
  SELECT * FROM unnest($1::text[], $2::bool[], $3::text[], $4::text[], $5::real[], $6::timestamptz[], $7::bool[], $8::bool[], $9::int[]) AS u(id, online, firmware, sim, rssi, at, key, kept, boot)
), was AS (
  SELECT d.id, d.online FROM device d JOIN said USING (id) ORDER BY d.id FOR NO KEY UPDATE OF d
), devices AS (
  UPDATE device d SET online = said.online, firmware = COALESCE(said.firmware, d.firmware), sim = COALESCE(said.sim, d.sim), rssi = COALESCE(said.rssi::smallint, d.rssi), status_at = said.at
  FROM said, was WHERE d.id = said.id AND was.id = d.id
  RETURNING d.id, d.online AS is_online, was.online AS was_online
), vehicles AS (
  UPDATE vehicle_state s SET online = said.online, key_on = COALESCE(said.key, s.key_on), key_ts = CASE WHEN said.key IS NULL THEN s.key_ts ELSE greatest(s.key_ts, said.at) END,
    last_seen_at = greatest(s.last_seen_at, CASE WHEN said.online AND NOT said.kept THEN said.at END),
    boot = least(s.boot, said.boot), seq = CASE WHEN said.boot < s.boot THEN 0 ELSE s.seq END, revision = s.revision + 1, changed = pg_current_xact_id()
  FROM vehicle v, said WHERE v.device_id = said.id AND s.vehicle_id = v.id
)
SELECT id, is_online AS online FROM devices WHERE is_online <> was_online`;

/** The states that a transaction leaves, in its last statement: it may have changed them in several. */
export const packChangedStates = `WITH states AS (SELECT ${stateOf('$2')} FROM vehicle_state s WHERE vehicle_id = ANY($1::int[]))
SELECT next_fleet_change()::float8 AS number, ${packStates('states')}`;
