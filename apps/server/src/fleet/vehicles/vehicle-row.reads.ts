import type { VehicleRow, VehicleState } from '@headland/contracts/vehicle';
import type { VehicleNow } from '@headland/contracts/shared-shapes';
import type { Severity } from '@headland/contracts/fault';
import { severities } from '@headland/contracts/fault';
import { skewOf } from '@headland/domain/device-clock';
import { isOnline, silentIntervals, vehicleState } from '@headland/domain/vehicle-state';
import { nearestPlace } from '@headland/domain/places';
import { maskedCustomer, type CustomerColumns } from '../../people/customer-base/masked-customer.reads';
import { selectSignals, sensors, type SignalRow } from '../telemetry/signal-columns.reads';
import { rankSql } from '../../platform/database/where';

/** Columns of vehicle, model, dealer, device and newest state, and how they become what a screen shows. */
export interface StateRow extends SignalRow {
  id: number;
  engine: boolean | null;
  key_on: boolean | null;
  work: 'idle' | 'work' | 'drive' | null;
  online: boolean | null;
  interval_s: number | null;
  ts: Date | null;
  last_seen_at: Date | null;
  started_at: Date | null;
  lat: number | null;
  lon: number | null;
  position_ts: Date | null;
  heading: number | null;
  speed: number | null;
  rpm: number | null;
  engine_hours: number | null;
  odometer: number | null;
  hours_correction: number;
  odometer_correction: number;
  fuel_used: number | null;
  open_faults: number | null;
  worst_fault: number | null;
  open_sos: number | null;
  offset_ms: string | null;
}
export type FullRow = StateRow &
  CustomerColumns & {
    vin: string;
    model: string;
    device_id: string | null;
    dealer_id: number;
    dealer_name: string;
    release_year: number;
    horsepower: number;
    transmission: string | null;
    matched_on: string | null;
    sold_on: string | null;
  };

export const stateColumns = `v.id, s.engine, s.key_on, s.work, s.online, d.interval_s, s.ts, s.last_seen_at, s.started_at, s.lat, s.lon, s.position_ts, s.heading, s.speed, s.rpm, s.engine_hours, s.odometer,
  v.hours_correction, v.odometer_correction, s.fuel_used, ${selectSignals('s')}, s.open_faults, s.worst_fault, s.open_sos, (SELECT offset_ms FROM device_clock c WHERE c.device_key = s.device_key AND c.boot = s.boot) AS offset_ms`;
export const stateFrom =
  'FROM vehicle v LEFT JOIN device d ON d.id = v.device_id LEFT JOIN vehicle_state s ON s.vehicle_id = v.id';
export const fullColumns = `${stateColumns}, v.vin, m.name AS model, v.device_id, o.id AS dealer_id, o.name AS dealer_name, v.release_year, v.horsepower, v.transmission,
  v.matched_on::text, v.sold_on::text`;
export const fullFrom = `${stateFrom} JOIN model m ON m.id = v.model_id JOIN organization o ON o.id = v.organization_id`;

/**
 * Tables for the ids or the number of a list, and the id in them: only those that its conditions and order name, so that counting all reads the
 * narrowest index. They go out from the states where `lead` names them (every vehicle has one), else from the vehicles. `fix`: the few vehicles whose
 * meters staff have corrected.
 */
export function listFrom(columns: string, lead = columns): { from: string; id: string } {
  const names = (alias: string, text = columns): boolean => new RegExp(`\\b${alias}\\.`, 'u').test(text);
  const fromStates = names('s', lead);
  const id = fromStates ? 's.vehicle_id' : 'v.id';
  const joins = [
    fromStates ? 'vehicle_state s LEFT JOIN vehicle v ON v.id = s.vehicle_id' : 'vehicle v',
    !fromStates && names('s') && 'LEFT JOIN vehicle_state s ON s.vehicle_id = v.id',
    names('fix') &&
      `LEFT JOIN vehicle fix ON fix.id = ${id} AND (fix.hours_correction <> 0 OR fix.odometer_correction <> 0)`,
    names('m') && 'LEFT JOIN model m ON m.id = v.model_id',
    names('o') && 'LEFT JOIN organization o ON o.id = v.organization_id',
  ];
  return { from: joins.filter((j) => j !== false).join(' '), id };
}
/** What a meter shows, for a list: `sum` below. */
export const hoursSql = 's.engine_hours + COALESCE(fix.hours_correction, 0)';
export const odometerSql = 's.odometer + COALESCE(fix.odometer_correction, 0)';

/**
 * `vehicleState` as SQL, from the newest state alone; the test of the list holds the two together. The device is asked for its interval only between
 * the shortest and the longest silence that can mean something: a hundred thousand of them are not joined for a few.
 */
const silentFor = (seconds: string | number): string =>
  `s.last_seen_at < now() - ${silentIntervals} * ${seconds} * interval '1 second'`;
export const stateSql = `CASE WHEN s.last_seen_at IS NULL THEN 'never' WHEN NOT s.online THEN 'offline' WHEN NOT COALESCE(s.engine, s.work IS NOT NULL) THEN 'off'
  WHEN ${silentFor(30)} AND (${silentFor(60)} OR ${silentFor('COALESCE(vehicle_interval(s.vehicle_id), 30)')}) THEN 'offline' ELSE COALESCE(s.work, 'idle') END`;
/** The same for offline and never alone, without the other states: a list with this filter reads all vehicles. */
export const offlineSql = `CASE WHEN s.last_seen_at IS NULL OR NOT s.online THEN true WHEN NOT COALESCE(s.engine, s.work IS NOT NULL) THEN false
  ELSE ${silentFor(30)} AND (${silentFor(60)} OR ${silentFor('COALESCE(vehicle_interval(s.vehicle_id), 30)')}) END`;
/** The order of a list by state: running ones first, those without any message last. */
const stateRank: Record<VehicleState, number> = { drive: 0, work: 1, idle: 2, off: 3, offline: 4, never: 5 };
export const stateRankSql = rankSql(`(${stateSql})`, stateRank);

export const stateOf = (r: StateRow, now: number): VehicleState =>
  vehicleState(
    {
      online: r.online ?? false,
      engine: r.engine,
      work: r.work,
      lastSeenAt: r.last_seen_at?.getTime() ?? null,
      intervalS: r.interval_s ?? 30,
    },
    now,
  );

/** A meter reading with its correction, rounded to a tenth of a metre against floating-point noise. */
const sum = (machine: number | null, correction: number): number | null =>
  machine === null ? null : correction === 0 ? machine : Math.round((machine + correction) * 10_000) / 10_000;
const iso = (d: Date | null): string | null => d?.toISOString() ?? null;
const place = (r: StateRow): VehicleRow['place'] =>
  r.lat === null || r.lon === null ? null : nearestPlace(r.lat, r.lon);

export function toRow(r: FullRow, now: number): VehicleRow {
  const state = stateOf(r, now);
  return {
    id: r.id,
    vin: r.vin,
    model: r.model,
    deviceId: r.device_id,
    customer: maskedCustomer(r),
    dealer: { id: r.dealer_id, name: r.dealer_name },
    releaseYear: r.release_year,
    horsepower: r.horsepower,
    transmission: r.transmission,
    matchedOn: r.matched_on,
    soldOn: r.sold_on,
    state,
    online: isOnline(state),
    heading: r.heading,
    speed: r.speed,
    engine: onOff(r.engine),
    key: onOff(r.key_on),
    work: r.engine === false ? null : r.work,
    odometer: sum(r.odometer, r.odometer_correction),
    engineHours: sum(r.engine_hours, r.hours_correction),
    odometerCorrection: r.odometer_correction,
    hoursCorrection: r.hours_correction,
    fuelUsed: r.fuel_used,
    startedAt: iso(r.started_at),
    lat: r.lat,
    lon: r.lon,
    place: place(r),
    openFaults: r.open_faults ?? 0,
    worstFault: worst(r),
    openSos: r.open_sos ?? 0,
    lastSeenAt: iso(r.last_seen_at),
  };
}

export function toNow(r: StateRow, now: number): VehicleNow {
  const state = stateOf(r, now);
  const meters = {
    engineHours: sum(r.engine_hours, r.hours_correction),
    odometer: sum(r.odometer, r.odometer_correction),
  };
  const columns = { speed: r.speed, heading: r.heading, rpm: r.rpm, ...meters, fuelUsed: r.fuel_used };
  const readings = [...Object.entries(columns), ...sensors.map((sensor) => [sensor, r[sensor]] as const)];
  const values = Object.fromEntries(readings.filter((e): e is [string, number] => e[1] !== null && e[1] !== undefined));
  return {
    id: r.id,
    state,
    online: isOnline(state),
    ts: iso(r.ts),
    lastSeenAt: iso(r.last_seen_at),
    lat: r.lat,
    lon: r.lon,
    positionTs: iso(r.position_ts),
    place: place(r),
    values,
    tilt: tiltOf(r),
    engine: onOff(r.engine),
    key: onOff(r.key_on),
    work: r.work,
    startedAt: iso(r.started_at),
    openFaults: r.open_faults ?? 0,
    openSos: r.open_sos ?? 0,
    skewMs: r.offset_ms === null ? null : skewOf(Number(r.offset_ms)),
  };
}

const tiltOf = ({ tiltX: x, tiltY: y, tiltZ: z }: StateRow): VehicleNow['tilt'] =>
  x === null || y === null || z === null ? null : { x, y, z };
export const onOff = (on: boolean | null): 'on' | 'off' | null => (on === null ? null : on ? 'on' : 'off');
const worst = (r: StateRow): Severity | null => (r.open_faults ? (severities[(r.worst_fault ?? 0) - 1] ?? null) : null);
