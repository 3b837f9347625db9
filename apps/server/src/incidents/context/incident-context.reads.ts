import type { Feature } from '@headland/contracts/access';
import { eventNames, featureOf } from '@headland/contracts/event-log';
import type { Incident, IncidentMoment, Place, Step, TrackPoint } from '@headland/contracts/shared-shapes';
import { mayRead } from '@headland/domain/access';
import { correctionOn } from '@headland/domain/meter';
import { sampleState } from '@headland/domain/vehicle-state';
import { dayOf } from '@headland/domain/zone-day';
import { selectSignals, type SignalRow, sensors } from '../../fleet/telemetry/signal-columns.reads';
import { devicesOf, correctionsOf } from '../../maintenance/hours/meter.reads';
import type { Tx } from '../../platform/database/rows';
import { inScope, type Caller } from '../../platform/caller';

/** What a rescuer or a mechanic needs around an alert. The caller has already checked the alert's scope. */
const halfHourMs = 1_800_000;
const trackPoints = 2_000;

/** Meter corrections up to the day of a reading, in the viewer's time zone: shown next to the reading. */
async function addedTo(
  tx: Tx,
  vehicleId: number,
  timeZone: string,
): Promise<(meter: 'hours' | 'odometer', ts: Date) => number> {
  const corrections = await correctionsOf(tx, vehicleId);
  return (meter, ts) =>
    corrections.length === 0 ? 0 : correctionOn(corrections, meter, dayOf(ts.getTime(), timeZone));
}

/** Track of the vehicle from half an hour before a moment to at most half a day after it; oldest first. */
export async function trackAround(tx: Tx, vehicleId: number, at: Date, timeZone: string): Promise<TrackPoint[]> {
  const added = await addedTo(tx, vehicleId, timeZone);
  const rows = await tx.query<TrackRow[]>(
    `SELECT ts, lat, lon, heading, speed, engine, work, rpm, engine_hours, fuel_used FROM telemetry
     WHERE device_key = ANY ($5::int[]) AND vehicle_id = $1
       AND ts BETWEEN $2 AND $3 AND lat IS NOT NULL AND lon IS NOT NULL ORDER BY ts LIMIT $4`,
    [
      vehicleId,
      new Date(at.getTime() - halfHourMs),
      new Date(at.getTime() + 24 * halfHourMs),
      trackPoints,
      await devicesOf(tx, vehicleId),
    ],
  );
  return rows.map((r) => ({
    ts: r.ts.getTime(),
    lat: r.lat,
    lon: r.lon,
    heading: r.heading,
    speed: r.speed,
    state: r.engine === false ? 'off' : r.engine === null ? null : (r.work ?? 'idle'),
    rpm: r.rpm,
    engineHours: r.engine_hours === null ? null : r.engine_hours + added('hours', r.ts),
    fuelUsed: r.fuel_used,
  }));
}

/** Values of every sensor in the minutes around a moment: name → [epoch ms, value][]. */
export async function valuesAround(
  tx: Tx,
  vehicleId: number,
  at: Date,
  minutes: number,
  timeZone: string,
): Promise<Record<string, [number, number][]>> {
  const added = await addedTo(tx, vehicleId, timeZone);
  const rows = await tx.query<ValueRow[]>(
    `SELECT ts, speed, rpm, engine_hours AS "engineHours", odometer, fuel_used AS "fuelUsed", ${selectSignals('t', sensors)} FROM telemetry t
     WHERE device_key = ANY ($4::int[]) AND vehicle_id = $1 AND ts BETWEEN $2 AND $3 ORDER BY ts LIMIT 500`,
    [
      vehicleId,
      new Date(at.getTime() - minutes * 60_000),
      new Date(at.getTime() + minutes * 60_000),
      await devicesOf(tx, vehicleId),
    ],
  );
  const values: Record<string, [number, number][]> = {};
  for (const { ts, ...columns } of rows) {
    for (const [name, value] of Object.entries(columns))
      if (typeof value === 'number')
        (values[name] ??= []).push([
          ts.getTime(),
          value + (name === 'engineHours' ? added('hours', ts) : name === 'odometer' ? added('odometer', ts) : 0),
        ]);
  }
  return values;
}

/**
 * The hour around a moment of a vehicle, for replay: track, values and events. The caller has checked the alert's
 * scope; only events of features that `who` may read, and of records that `who` could read when they were written.
 */
export async function incidentAround(tx: Tx, vehicleId: number, at: Date, caller: Caller): Promise<Incident> {
  const span = [vehicleId, new Date(at.getTime() - halfHourMs), new Date(at.getTime() + halfHourMs)];
  const [added, samples, engines, occurrences, logged] = await Promise.all([
    addedTo(tx, vehicleId, caller.timeZone),
    tx.query<SampleRow[]>(
      `SELECT t.ts, t.lat, t.lon, t.heading, t.speed, t.engine, t.work, t.rpm, t.engine_hours AS "engineHours", t.odometer, t.fuel_used AS "fuelUsed", ${selectSignals('t')}
       FROM telemetry t WHERE t.device_key = ANY ($4::int[]) AND t.vehicle_id = $1 AND t.ts BETWEEN $2 AND $3 ORDER BY t.ts, t.boot, t.seq LIMIT ${2 * trackPoints}`,
      [...span, await devicesOf(tx, vehicleId)],
    ),
    tx.query<MomentRow[]>(
      `SELECT ts, CASE WHEN engine_on THEN 'engine.started' ELSE 'engine.stopped' END AS name, lat, lon FROM engine_run WHERE vehicle_id = $1 AND ts BETWEEN $2 AND $3`,
      span,
    ),
    occurrencesIn(tx, span, caller),
    loggedIn(tx, span, caller),
  ]);
  const values: Incident['values'] = {};
  const points: TrackPoint[] = [];
  for (const { ts, lat, lon, engine, work, engineHours, odometer, ...plain } of samples) {
    const hours = engineHours === null ? null : engineHours + added('hours', ts);
    const read = {
      ...plain,
      engineHours: hours,
      odometer: odometer === null ? null : odometer + added('odometer', ts),
    };
    for (const [name, value] of Object.entries(read))
      if (typeof value === 'number') (values[name] ??= []).push([ts.getTime(), value]);
    const { heading, speed, rpm, fuelUsed } = plain;
    if (lat !== null && lon !== null)
      points.push({
        ts: ts.getTime(),
        lat,
        lon,
        heading,
        speed,
        state: sampleState(engine, work),
        rpm,
        engineHours: hours,
        fuelUsed,
      });
  }
  const moments = [...engines, ...occurrences, ...logged].map(
    ({ ts, name, what = null, text = null, by = null, lat = null, lon = null }): IncidentMoment => ({
      ts: ts.getTime(),
      name,
      what,
      text,
      by,
      lat,
      lon,
    }),
  );
  const [from, to] = [at.getTime() - halfHourMs, at.getTime() + halfHourMs];
  return {
    vehicleId,
    at: at.getTime(),
    from,
    to,
    points,
    values,
    moments: moments.filter((m) => m.ts >= from && m.ts <= to).sort((a, b) => a.ts - b.ts),
  };
}

/** Faults and SOS by the time on the machine: a message hours late still belongs to its hour. */
async function occurrencesIn(tx: Tx, span: unknown[], caller: Caller): Promise<MomentRow[]> {
  const read = async (feature: Feature, sql: string): Promise<MomentRow[]> => {
    if (!mayRead(caller, feature)) return [];
    const parameters = [...span];
    return tx.query<MomentRow[]>(`${sql} AND ${inScope(caller.scope, 'r.organization_id', parameters)}`, parameters);
  };
  const found = await Promise.all([
    read(
      'breakdown',
      `SELECT r.occurred_at AS ts, 'fault.occurred' AS name, r.code AS what, r.name AS text, r.lat, r.lon FROM fault_report r WHERE r.vehicle_id = $1 AND r.occurred_at BETWEEN $2 AND $3`,
    ),
    read(
      'sos',
      `SELECT r.raised_at AS ts, 'sos.raised' AS name, r.type AS what, r.lat, r.lon FROM sos_call r WHERE r.vehicle_id = $1 AND r.raised_at BETWEEN $2 AND $3`,
    ),
  ]);
  return found.flat();
}

/** Read from their own tables, or not about the machine. */
const positionDiffers = /^(fault\.occurred|sos\.raised|engine\..+|vehicle\..+|delivery\..+)$/;

/** All other log events of the vehicle; an offline machine may have reported its hour up to a day later. */
async function loggedIn(tx: Tx, span: unknown[], caller: Caller): Promise<MomentRow[]> {
  const names = eventNames.filter((name) => {
    const feature = featureOf(name);
    return (
      (feature === 'sos' || feature === 'breakdown' || feature === 'status') &&
      !positionDiffers.test(name) &&
      mayRead(caller, feature)
    );
  });
  const parameters = [...span, names];
  const scope = caller.scope.all ? 'TRUE' : `e.scope @> ARRAY[$${parameters.push(caller.scope.organizationId)}::int]`;
  return tx.query<MomentRow[]>(
    `SELECT CASE e.name WHEN 'fault.repeated' THEN (e.payload->'fault'->>'lastAt')::timestamptz WHEN 'fault.cleared' THEN (e.payload->'fault'->>'clearedAt')::timestamptz ELSE e.at END AS ts,
       e.name, COALESCE(e.payload->'fault'->>'code', e.payload->'sos'->>'type', e.payload->>'reason', e.payload->>'command') AS what, e.payload->'fault'->'name' AS text, e.by_name AS by
     FROM event_log e WHERE e.vehicle_id = $1 AND e.name = ANY($4) AND ${scope}
       AND e.number >= (SELECT number FROM event_log WHERE at >= $2 ORDER BY at, number LIMIT 1)
       AND e.number <= (SELECT number FROM event_log WHERE at <= $3::timestamptz + interval '1 day' ORDER BY at DESC, number DESC LIMIT 1) ORDER BY e.number LIMIT 1000`,
    parameters,
  );
}

/** The timeline of an SOS or fault report, oldest first: its events with their notes. */
export async function stepsOf(tx: Tx, subject: 'sos' | 'fault', id: number): Promise<Step[]> {
  const rows = await tx.query<
    {
      number: string;
      at: Date;
      name: string;
      by_name: string | null;
      note: string | null;
      changes: Step['changes'] | null;
    }[]
  >(
    `SELECT number, at, name, by_name, payload->'changes' AS changes, COALESCE(payload->>'note', CASE WHEN name IN ('sos.resolved', 'sos.falseAlarm') THEN payload->'sos'->>'resolution'
       WHEN name = 'sos.dispatched' THEN payload->'sos'->'dispatch'->>'note' WHEN name IN ('fault.noted', 'fault.completed', 'fault.accepted', 'fault.reassigned') THEN payload->'fault'->>'memo'
       WHEN name = 'sos.escalated' THEN payload->'sos'->'escalatedTo'->>'name' WHEN name = 'fault.escalated' THEN payload->'fault'->'escalatedTo'->>'name' END) AS note
     FROM event_log WHERE payload ? '${subject}' AND payload->'${subject}'->>'id' = $1::text ORDER BY number LIMIT 1000`,
    [String(id)],
  );
  return rows.map((r) => ({
    number: Number(r.number),
    at: r.at.toISOString(),
    name: r.name,
    by: r.by_name,
    note: r.note,
    ...(r.changes ? { changes: r.changes } : {}),
  }));
}

interface SampleRow extends SignalRow {
  ts: Date;
  lat: number | null;
  lon: number | null;
  heading: number | null;
  speed: number | null;
  engine: boolean | null;
  work: 'idle' | 'work' | 'drive' | null;
  rpm: number | null;
  engineHours: number | null;
  odometer: number | null;
  fuelUsed: number | null;
}
interface MomentRow {
  ts: Date;
  name: string;
  what?: string | null;
  text?: Place | null;
  by?: string | null;
  lat?: number | null;
  lon?: number | null;
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
  [column: string]: unknown;
}
