import { asReal } from '@headland/contracts/device/envelope';
import type { SosType } from '@headland/contracts/device/up';
import type { SosSummary } from '@headland/contracts/sos';
import { nearestPlace } from '@headland/domain/places';
import { firstEscalation, lateSos } from '@headland/domain/sos';
import type { Emit } from '../../platform/event-log/change';
import { write, type PipelinedTx } from '../../platform/database/rows';
import type { ReportingDevice } from '../../fleet/devices/reporting-device.reads';
import { lockOpenSos, type OpenSos } from './lock-open-sos';
import { markVehicleSos } from './mark-vehicle-sos';
import { sosSummary, summaryOfNew } from './sos-summary';

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
  tx: PipelinedTx,
  emit: Emit,
  device: ReportingDevice,
  presses: readonly Press[],
  escalateAfterMs: number,
  /** locked before */
  open: OpenSos | null = null,
): Promise<number | null> {
  const [first, ...more] = presses;
  if (first === undefined) return null;
  const subject = { organizationId: device.organizationId, vehicleId: device.vehicleId };
  const of = { vehicleId: device.vehicleId, deviceId: device.id, type: first.type };
  const found =
    open !== null && open.vehicleId === device.vehicleId
      ? (open.ids.get(first.type) ?? null)
      : await lockOpenSos(tx, of);
  if (found !== null && first.origin === 'tilt') return null;
  const raised = found === null ? await insertSos(tx, device, first, presses, escalateAfterMs) : null;
  let id = found;
  if (raised !== null) {
    ({ id } = raised);
    emit('sos.raised', { sos: raised }, subject);
  } else {
    if (first.origin === 'tilt') return null;
    // the index by device (drop-device-index) still exists, and the device has an open SOS of its previous vehicle
    id ??= await lockOpenSos(tx, { ...of, vehicleId: null });
    if (id === null) throw new Error('an open call stood in the way of another one and is gone; try again');
    await keepMessages(tx, id, device.id, presses);
    await addToSos(tx, id, first, 1, escalateAfterMs);
  }
  const repeat = latestOf(more);
  if (repeat !== null) await addToSos(tx, id, repeat, more.length, escalateAfterMs);
  if (raised === null) await mark(tx, device, presses);
  if (raised === null || repeat !== null) {
    emit('sos.repeated', { sos: await sosSummary(tx, id) }, subject);
  }
  return id;
}

async function mark(tx: PipelinedTx, { vehicleId }: ReportingDevice, presses: readonly Press[]): Promise<void> {
  const seen = latestWithPosition(presses);
  await markVehicleSos(tx, vehicleId, seen === null ? null : { ...seen.position, at: seen.press.raisedAt });
}

/**
 * The SOS with its messages and the mark of the vehicle, in one round trip. Null if the insert conflicted: no index is
 * named, since a process of another release may rely on another one.
 */
async function insertSos(
  tx: PipelinedTx,
  device: ReportingDevice,
  by: Press,
  presses: readonly Press[],
  escalateAfterMs: number,
): Promise<SosSummary | null> {
  const own = ownPosition(by);
  const { lat, lon, positionAt } = own === null ? device : { ...own, positionAt: null };
  const late = isLate(by);
  const inserted = tx.query<{ id: number }[]>(
    `WITH raised AS (
       INSERT INTO sos_call (type, origin, late, vehicle_id, device_id, organization_id, raised_at, received_at, device_ts, skew_ms, lat, lon, position_at, place, speed, tilt, next_escalation_at)
       VALUES ($11, $12, $13, $14, $1, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26) ON CONFLICT DO NOTHING RETURNING id
     ), kept AS (${insertMessages('(SELECT id FROM raised)', 'FROM raised,')})
     SELECT id FROM raised`,
    [
      ...messageParameters(device.id, presses),
      by.type,
      by.origin,
      late,
      device.vehicleId,
      device.organizationId,
      by.raisedAt,
      by.receivedAt,
      by.deviceTs,
      by.skewMs,
      lat,
      lon,
      positionAt,
      placeOf(lat, lon),
      by.speed === undefined ? null : asReal(by.speed),
      by.tilt ? JSON.stringify(by.tilt) : null,
      firstEscalation(late, by.receivedAt, escalateAfterMs),
    ],
  );
  await mark(tx, device, presses);
  const [[row], summary] = await Promise.all([inserted, summaryOfNew(tx)]);
  return row === undefined ? null : summary;
}

/** Presses that are asked for the latest position: a machine may have sent thousands, and what arrives late is recent. */
const latestAmong = 200;
/** A press with its own position updates the place, if it is the latest; the messages are stored before. */
async function addToSos(tx: PipelinedTx, id: number, by: Press, count: number, escalateAfterMs: number): Promise<void> {
  const own = ownPosition(by);
  const late = isLate(by);
  await write(
    tx,
    `WITH located AS (
       SELECT max(m.at) AS at FROM (SELECT at, body FROM sos_message WHERE call_id = $1 ORDER BY id DESC LIMIT ${latestAmong}) m WHERE m.body ?& '{lat,lon}'
     )
     UPDATE sos_call SET presses = presses + $2, version = version + 1,
       lat = CASE WHEN $3 >= COALESCE(located.at, raised_at) THEN $4 ELSE lat END,
       lon = CASE WHEN $3 >= COALESCE(located.at, raised_at) THEN $5 ELSE lon END,
       place = CASE WHEN $3 >= COALESCE(located.at, raised_at) THEN $6 ELSE place END,
       position_at = CASE WHEN $3 >= COALESCE(located.at, raised_at) THEN NULL ELSE position_at END,
       late = late AND $7,
       next_escalation_at = CASE WHEN status = 'raised' AND late THEN $8 ELSE next_escalation_at END
     FROM located WHERE id = $1`,
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
const keepMessages = (tx: PipelinedTx, sosId: number, deviceId: string, presses: readonly Press[]): Promise<void> =>
  write(tx, insertMessages('$11', 'FROM'), [...messageParameters(deviceId, presses), sosId]);

/** With parameters 1 to 10. */
const insertMessages = (sosId: string, from: string): string =>
  `INSERT INTO sos_message (call_id, device_id, origin, boot, seq, device_ts, at, clock_known, skew_ms, received_at, body)
   SELECT ${sosId}::int, $1, o, b, s, d, a, k, m, r, j ${from} unnest($2::text[], $3::int[], $4::int[], $5::bigint[], $6::timestamptz[], $7::bool[], $8::bigint[], $9::timestamptz[], $10::text[]::jsonb[])
     WITH ORDINALITY AS u (o, b, s, d, a, k, m, r, j, n) ORDER BY n`;
const messageParameters = (deviceId: string, presses: readonly Press[]): unknown[] => [
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
];
