import type { SosType } from '@headland/contracts/device/up';
import { nearestPlace } from '@headland/domain/places';
import { firstEscalation, lateSos } from '@headland/domain/sos';
import type { Emit } from '../../platform/event-log/change';
import type { Tx } from '../../platform/database/rows';
import type { ReportingDevice } from '../../fleet/devices/reporting-device.reads';
import { lockOpenSos } from './lock-open-sos';
import { markVehicleSos } from './mark-vehicle-sos';
import { sosSummary } from './sos-summary';

export interface Press {
  type: SosType;
  origin: 'device' | 'tilt';
  /** corrected time */
  raisedAt: Date;
  receivedAt: Date;
  deviceTs: number;
  /** whether `raisedAt` is from a trusted clock */
  clockKnown: boolean;
  skewMs: number | null;
  lat?: number | undefined;
  lon?: number | undefined;
  speed?: number | undefined;
  tilt?: { x: number; y: number; z: number } | undefined;
  /** the decoded message; boot and seq identify it, null if derived from samples */
  received: { boot: number | null; seq: number | null; body: object };
}

interface Position {
  lat: number;
  lon: number;
}

/**
 * Raises an SOS, or adds presses to the open one of the vehicle and type. A live press turns a late SOS into a current
 * one: its deadline starts then. A derived SOS counts only if none is open. Presses of one batch (one type and origin)
 * give one event, but each of them is stored. Returns the id of the SOS, or null if nothing changed.
 */
export async function raiseSos(
  tx: Tx,
  emit: Emit,
  device: ReportingDevice,
  presses: readonly Press[],
  escalateAfterMs: number,
): Promise<number | null> {
  const [first, ...more] = presses;
  if (first === undefined) return null;
  const row = await press(tx, device, first, 1, escalateAfterMs);
  if (row === null) return null;
  const emitSos = async (name: 'sos.raised' | 'sos.repeated'): Promise<void> =>
    emit(
      name,
      { sos: await sosSummary(tx, row.id) },
      { organizationId: device.organizationId, vehicleId: device.vehicleId },
    );
  if (row.raised) await emitSos('sos.raised');
  const repeat = latestOf(more);
  if (repeat !== null) await press(tx, device, repeat, more.length, escalateAfterMs);
  await keepMessages(tx, row.id, device.id, presses);
  const seen = latestWithPosition(presses);
  await markVehicleSos(tx, device.vehicleId, seen === null ? null : { ...seen.position, at: seen.press.raisedAt });
  if (repeat !== null || !row.raised) await emitSos('sos.repeated');
  return row.id;
}

/**
 * One row for one press or several that count as one: the SOS it belongs to, or null if a derived one finds one open.
 */
async function press(
  tx: Tx,
  device: ReportingDevice,
  by: Press,
  count: number,
  escalateAfterMs: number,
): Promise<{ id: number; raised: boolean } | null> {
  const of = { vehicleId: device.vehicleId, deviceId: device.id, type: by.type };
  const found = await lockOpenSos(tx, of);
  const id = found === null ? await insertSos(tx, device, by, count, escalateAfterMs) : null;
  if (id !== null) return { id, raised: true };
  if (by.origin === 'tilt') return null;
  // the index by device (drop-device-index) still exists, and the device has an open SOS of its previous vehicle
  const open = found ?? (await lockOpenSos(tx, { ...of, vehicleId: null }));
  if (open === null) throw new Error('an open call stood in the way of another one and is gone; try again');
  await addToSos(tx, open, by, count, escalateAfterMs);
  return { id: open, raised: false };
}

/** Null if the insert conflicted: no index is named, since a process of another release may rely on another one. */
async function insertSos(
  tx: Tx,
  device: ReportingDevice,
  by: Press,
  count: number,
  escalateAfterMs: number,
): Promise<number | null> {
  const own = ownPosition(by);
  const { lat, lon, positionAt } = own === null ? device : { ...own, positionAt: null };
  const late = isLate(by);
  const [row] = await tx.query<{ id: number }[]>(
    `INSERT INTO sos_call (type, origin, late, vehicle_id, device_id, organization_id, raised_at, received_at, device_ts, skew_ms, lat, lon, position_at, place, speed, tilt, next_escalation_at, presses)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) ON CONFLICT DO NOTHING RETURNING id`,
    [
      by.type,
      by.origin,
      late,
      device.vehicleId,
      device.id,
      device.organizationId,
      by.raisedAt,
      by.receivedAt,
      by.deviceTs,
      by.skewMs,
      lat,
      lon,
      positionAt,
      placeOf(lat, lon),
      by.speed ?? null,
      by.tilt ? JSON.stringify(by.tilt) : null,
      firstEscalation(late, by.receivedAt, escalateAfterMs),
      count,
    ],
  );
  return row?.id ?? null;
}

/** A press with its own position updates the place, if it is the latest. */
async function addToSos(tx: Tx, id: number, by: Press, count: number, escalateAfterMs: number): Promise<void> {
  const own = ownPosition(by);
  const late = isLate(by);
  await tx.query(
    `UPDATE sos_call SET presses = presses + $2, version = version + 1,
       lat = CASE WHEN $3 >= raised_at THEN $4 ELSE lat END,
       lon = CASE WHEN $3 >= raised_at THEN $5 ELSE lon END,
       place = CASE WHEN $3 >= raised_at THEN $6 ELSE place END,
       position_at = CASE WHEN $3 >= raised_at THEN NULL ELSE position_at END,
       late = late AND $7,
       next_escalation_at = CASE WHEN status = 'raised' AND late THEN $8 ELSE next_escalation_at END
     WHERE id = $1`,
    [
      id,
      count,
      own === null ? null : by.raisedAt,
      own?.lat ?? null,
      own?.lon ?? null,
      own === null ? null : placeOf(own.lat, own.lon),
      late,
      firstEscalation(late, by.receivedAt, escalateAfterMs),
    ],
  );
}

const placeOf = (lat: number | null, lon: number | null): string | null =>
  lat === null || lon === null ? null : JSON.stringify(nearestPlace(lat, lon));

/** Merges several presses on an open SOS: the receipt of a live one if any, and the latest position. */
function latestOf(presses: readonly Press[]): Press | null {
  const of = presses.find((p) => !isLate(p)) ?? presses[0];
  if (of === undefined || presses.length === 1) return of ?? null;
  const seen = latestWithPosition(presses);
  const { lat: _lat, lon: _lon, ...rest } = of;
  return seen === null
    ? rest
    : { ...rest, ...seen.position, raisedAt: seen.press.raisedAt, ...(isLate(of) ? {} : { clockKnown: false }) };
}

function latestWithPosition(presses: readonly Press[]): { press: Press; position: Position } | null {
  let latest: { press: Press; position: Position } | null = null;
  for (const p of presses) {
    const position = ownPosition(p);
    if (position !== null && (latest === null || p.raisedAt >= latest.press.raisedAt)) latest = { press: p, position };
  }
  return latest;
}

const ownPosition = ({ lat, lon }: Press): Position | null =>
  lat !== undefined && lon !== undefined ? { lat, lon } : null;
const isLate = ({ raisedAt, receivedAt, clockKnown }: Press): boolean => lateSos(raisedAt, receivedAt, clockKnown);

/** Each press is stored as received, whatever becomes of the SOS. */
async function keepMessages(tx: Tx, sosId: number, deviceId: string, presses: readonly Press[]): Promise<void> {
  await tx.query(
    `INSERT INTO sos_message (call_id, device_id, origin, boot, seq, device_ts, at, clock_known, skew_ms, received_at, body)
     SELECT $1, $2, o, b, s, d, a, k, m, r, j FROM unnest($3::text[], $4::int[], $5::int[], $6::bigint[], $7::timestamptz[], $8::bool[], $9::bigint[], $10::timestamptz[], $11::text[]::jsonb[])
       WITH ORDINALITY AS u (o, b, s, d, a, k, m, r, j, n) ORDER BY n`,
    [
      sosId,
      deviceId,
      presses.map((p) => p.origin),
      presses.map((p) => p.received.boot),
      presses.map((p) => p.received.seq),
      presses.map((p) => p.deviceTs),
      presses.map((p) => p.raisedAt),
      presses.map((p) => p.clockKnown),
      presses.map((p) => p.skewMs),
      presses.map((p) => p.receivedAt),
      presses.map((p) => JSON.stringify(p.received.body)),
    ],
  );
}
