import type { NearAgency, Step, TrackPoint, Delivery } from '@headland/contracts/shared-shapes';
import type { Tx } from '../platform/database/rows';
import { inScope, type Scope } from '../platform/who';

/** What a rescuer or a mechanic needs around an alert. The caller has scoped the alert itself. */
const halfHourMs = 1_800_000;
const trackPoints = 2_000;

/** Where the vehicle was from half an hour before a moment on, at most until half a day after it; oldest first. */
export async function trackAround(tx: Tx, vehicleId: number, at: Date): Promise<TrackPoint[]> {
  const rows = await tx.query<TrackRow[]>(
    `SELECT ts, lat, lon, heading, speed, engine, work, rpm, engine_hours, fuel_used FROM telemetry
     WHERE device_key = (SELECT d.key FROM vehicle v JOIN device d ON d.id = v.device_id WHERE v.id = $1) AND vehicle_id = $1
       AND ts BETWEEN $2 AND $3 AND lat IS NOT NULL AND lon IS NOT NULL ORDER BY ts LIMIT $4`,
    [vehicleId, new Date(at.getTime() - halfHourMs), new Date(at.getTime() + 24 * halfHourMs), trackPoints],
  );
  return rows.map((r) => ({
    ts: r.ts.getTime(),
    lat: r.lat,
    lon: r.lon,
    heading: r.heading,
    speed: r.speed,
    state: r.engine === false ? 'off' : r.engine === null ? null : (r.work ?? 'idle'),
    rpm: r.rpm,
    engineHours: r.engine_hours,
    fuelUsed: r.fuel_used,
  }));
}

/** Values of every sensor in the minutes around a moment: name → [epoch ms, value][]. */
export async function valuesAround(tx: Tx, vehicleId: number, at: Date, minutes: number): Promise<Record<string, [number, number][]>> {
  const rows = await tx.query<ValueRow[]>(
    `SELECT ts, speed, rpm, engine_hours AS "engineHours", odometer, fuel_used AS "fuelUsed", signals FROM telemetry
     WHERE device_key = (SELECT d.key FROM vehicle v JOIN device d ON d.id = v.device_id WHERE v.id = $1) AND vehicle_id = $1 AND ts BETWEEN $2 AND $3 ORDER BY ts LIMIT 500`,
    [vehicleId, new Date(at.getTime() - minutes * 60_000), new Date(at.getTime() + minutes * 60_000)],
  );
  const values: Record<string, [number, number][]> = {};
  for (const { ts, signals, ...columns } of rows) {
    for (const [name, value] of Object.entries({ ...signals, ...columns })) if (typeof value === 'number') (values[name] ??= []).push([ts.getTime(), value]);
  }
  return values;
}

/** Agencies and dealers in scope, nearest first; without a position by name. */
export async function nearestAgencies(tx: Tx, scope: Scope, lat: number | null, lon: number | null, limit: number): Promise<NearAgency[]> {
  const parameters: unknown[] = [lat, lon, limit];
  return tx.query<NearAgency[]>(
    `SELECT o.id, o.name, o.phone, o.lat, o.lon,
       CASE WHEN o.lat IS NOT NULL AND o.lon IS NOT NULL AND $1::float8 IS NOT NULL AND $2::float8 IS NOT NULL THEN round((2 * 6371 * asin(least(1, sqrt(
         sin(radians(o.lat - $1) / 2) ^ 2 + cos(radians($1)) * cos(radians(o.lat)) * sin(radians(o.lon - $2) / 2) ^ 2))))::numeric, 1)::float8 END AS "distanceKm"
     FROM organization o WHERE o.removed_at IS NULL AND o.type IN ('AGENCY', 'DEALER') AND ${inScope(scope, 'o.id', parameters)} ORDER BY "distanceKm" NULLS LAST, o.name LIMIT $3`,
    parameters,
  );
}

/** The life of a call or report, oldest first: its events, with what a person wrote. */
export async function stepsOf(tx: Tx, subject: 'sos' | 'fault', id: number): Promise<Step[]> {
  const rows = await tx.query<{ number: string; at: Date; name: string; by_name: string | null; note: string | null }[]>(
    `SELECT number, at, name, by_name, COALESCE(payload->>'note', CASE WHEN name IN ('sos.resolved', 'sos.falseAlarm') THEN payload->'sos'->>'resolution'
       WHEN name = 'sos.dispatched' THEN payload->'sos'->'dispatch'->>'note' WHEN name IN ('fault.noted', 'fault.completed', 'fault.accepted', 'fault.reassigned') THEN payload->'fault'->>'memo'
       WHEN name = 'sos.escalated' THEN payload->'sos'->'escalatedTo'->>'name' WHEN name = 'fault.escalated' THEN payload->'fault'->'escalatedTo'->>'name' END) AS note
     FROM event_log WHERE payload ? '${subject}' AND payload->'${subject}'->>'id' = $1::text ORDER BY number LIMIT 1000`,
    [String(id)],
  );
  return rows.map((r) => ({ number: Number(r.number), at: r.at.toISOString(), name: r.name, by: r.by_name, note: r.note }));
}

export async function deliveriesOf(tx: Tx, subject: 'sos' | 'fault', id: number): Promise<Delivery[]> {
  const rows = await tx.query<DeliveryRow[]>(
    'SELECT id, channel, recipient, text, state, created_at, attempts, next_try_at, problem FROM delivery WHERE subject = $1 AND subject_id = $2 ORDER BY id DESC LIMIT 500',
    [subject, id],
  );
  return rows.map((r) => ({
    id: r.id,
    channel: r.channel,
    to: r.recipient,
    text: r.text,
    state: r.state,
    at: r.created_at.toISOString(),
    attempts: r.attempts,
    nextTryAt: r.next_try_at?.toISOString() ?? null,
    problem: r.problem,
  }));
}

interface TrackRow {
  ts: Date;
  lat: number;
  lon: number;
  heading: number | null;
  speed: number | null;
  engine: boolean | null;
  work: 'idle' | 'work' | 'drive' | null;
  rpm: number | null;
  engine_hours: number | null;
  fuel_used: number | null;
}
interface ValueRow {
  ts: Date;
  signals: Record<string, unknown> | null;
  [column: string]: unknown;
}
interface DeliveryRow {
  id: number;
  channel: Delivery['channel'];
  recipient: string;
  text: string;
  state: Delivery['state'];
  created_at: Date;
  attempts: number;
  next_try_at: Date | null;
  problem: string | null;
}
