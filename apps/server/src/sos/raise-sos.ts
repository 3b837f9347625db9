import type { SosType } from '@headland/contracts/device/up';
import { nearestPlace } from '@headland/domain/places';
import { firstEscalation, lateSos } from '@headland/domain/sos';
import type { Emit } from '../platform/event-log/change';
import type { Tx } from '../platform/database/rows';
import type { ReportingDevice } from '../devices/reporting-device.reads';
import { markVehicleSos } from './mark-vehicle-sos';
import { sosSummary } from './sos-summary';

export interface Press {
  type: SosType;
  origin: 'device' | 'tilt';
  /** corrected time */
  raisedAt: Date;
  receivedAt: Date;
  deviceTs: number;
  /** whether `raisedAt` comes from a clock that something vouches for */
  clockKnown: boolean;
  skewMs: number | null;
  lat?: number | undefined;
  lon?: number | undefined;
  speed?: number | undefined;
  tilt?: { x: number; y: number; z: number } | undefined;
  /** what was received, as it was decoded; boot and seq name a message of the device, null for what its samples showed */
  received: { boot: number | null; seq: number | null; body: object };
}

/**
 * A new call, or one more press on the open one of the same type. A live press makes a late call a present one: its clock starts then. What
 * the samples derive counts only where nothing is open. Answers the call's id, or null where nothing changed.
 */
export async function raiseSos(tx: Tx, emit: Emit, device: ReportingDevice, press: Press, escalateAfterMs: number): Promise<number | null> {
  const own = press.lat !== undefined && press.lon !== undefined ? { lat: press.lat, lon: press.lon, positionAt: null } : null;
  const { lat, lon, positionAt } = own ?? device;
  const place = lat === null || lon === null ? null : nearestPlace(lat, lon);
  const late = lateSos(press.raisedAt, press.receivedAt, press.clockKnown);
  const conflict = press.origin === 'tilt' ? 'DO NOTHING' : onRepeat;
  const [row] = await tx.query<{ id: number; raised: boolean }[]>(
    `INSERT INTO sos_call AS c (type, origin, late, vehicle_id, device_id, organization_id, raised_at, received_at, device_ts, skew_ms, lat, lon, position_at, place, speed, tilt, next_escalation_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
     ON CONFLICT (device_id, type) WHERE status IN ('raised', 'acknowledged', 'dispatched') ${conflict}
     RETURNING id, xmax = 0 AS raised`,
    [
      press.type,
      press.origin,
      late,
      device.vehicleId,
      device.id,
      device.organizationId,
      press.raisedAt,
      press.receivedAt,
      press.deviceTs,
      press.skewMs,
      lat,
      lon,
      positionAt,
      place === null ? null : JSON.stringify(place),
      press.speed ?? null,
      press.tilt ? JSON.stringify(press.tilt) : null,
      firstEscalation(late, press.receivedAt, escalateAfterMs),
      ...(press.origin === 'tilt' ? [] : [own !== null]),
    ],
  );
  if (row === undefined) return null;
  await keepMessage(tx, row.id, device.id, press);
  await markVehicleSos(tx, device.vehicleId, own === null ? null : { ...own, at: press.raisedAt });
  emit(row.raised ? 'sos.raised' : 'sos.repeated', { sos: await sosSummary(tx, row.id) }, { organizationId: device.organizationId, vehicleId: device.vehicleId });
  return row.id;
}

/** Each press stays as it came, whatever the call becomes. */
async function keepMessage(tx: Tx, callId: number, deviceId: string, { origin, received, deviceTs, raisedAt, clockKnown, skewMs, receivedAt }: Press): Promise<void> {
  await tx.query(
    `INSERT INTO sos_message (call_id, device_id, origin, boot, seq, device_ts, at, clock_known, skew_ms, received_at, body)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [callId, deviceId, origin, received.boot, received.seq, deviceTs, raisedAt, clockKnown, skewMs, receivedAt, JSON.stringify(received.body)],
  );
}

/** $18: the press carries its own position; the latest is where to go. */
const onRepeat = `DO UPDATE SET
  presses = c.presses + 1, version = c.version + 1,
  lat = CASE WHEN $18::boolean AND excluded.raised_at >= c.raised_at THEN excluded.lat ELSE c.lat END,
  lon = CASE WHEN $18 AND excluded.raised_at >= c.raised_at THEN excluded.lon ELSE c.lon END,
  place = CASE WHEN $18 AND excluded.raised_at >= c.raised_at THEN excluded.place ELSE c.place END,
  position_at = CASE WHEN $18 AND excluded.raised_at >= c.raised_at THEN NULL ELSE c.position_at END,
  late = c.late AND excluded.late,
  next_escalation_at = CASE WHEN c.status = 'raised' AND c.late THEN excluded.next_escalation_at ELSE c.next_escalation_at END`;
