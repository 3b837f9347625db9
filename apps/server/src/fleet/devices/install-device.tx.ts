import type { Tx } from '../../platform/database/rows';
import { sosIsOpen } from '../../platform/database/open-sql';
import type { Emit } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { inScope, type Scope } from '../../platform/caller';
import { Hook } from '../../platform/hook';
import { type Acting, refuseServed } from '../vehicles/in-service.reads';

/**
 * A device goes into a vehicle, or out of it. Both are called inside the caller's `Change.run`; the caller has checked that its user may see
 * the vehicle, and emits itself what changed on the vehicle (`record.changed` of kind 'vehicle', field 'deviceId'): what is emitted here is the
 * history of the devices. Both raise `vehicle.version` and `device.version`.
 *
 * Rows are locked in one order everywhere: vehicle, its model, its fault reports, its state, devices by id. What was measured stays with the vehicle it was measured on,
 * because its rows carry the vehicle; ingest is notified of the change by NOTIFY 'device_access' and uses the new vehicle from then on.
 */
export interface Installation {
  deviceId: string;
  vehicleId: number;
  /** day of the work in the field */
  matchedOn: string;
  /** name of who did it; null: the system */
  by: string | null;
  reason: string | null;
  /** another device that is in the vehicle comes out; without it that is refused with VEHICLE_HAS_DEVICE */
  exchange?: boolean;
  /** of the user: the VIN of a unit that this user does not see is not named in DEVICE_IN_OTHER_UNIT */
  scope?: Scope;
  acting: Acting;
}
/** A device leaves its vehicle: what runs through it ends. */
export const deviceLeaves = new Hook<[tx: Tx, emit: Emit, deviceId: string, now: Date]>();
/** The devices of vehicles are changed: what is open of them is locked, before their states as everywhere. */
export const devicesChange = new Hook<[tx: Tx, vehicleIds: readonly number[]]>();
/** A device is in its vehicle now: what is open of the vehicle continues with it. */
export const deviceIsIn = new Hook<[tx: Tx, vehicleId: number, deviceId: string]>();

export interface Installed {
  vin: string;
  /** the device that was in the vehicle before */
  from: string | null;
  /** false: it was in there already */
  changed: boolean;
}

/** Throws DEVICE_UNKNOWN, DEVICE_NOT_IN_USE, DEVICE_IN_OTHER_UNIT {vin}, VEHICLE_HAS_DEVICE {device}, and on an exchange VEHICLE_HAS_OPEN_SOS and VEHICLE_HELD. */
export async function installDevice(tx: Tx, emit: Emit, i: Installation): Promise<Installed> {
  const vehicle = await lockVehicle(tx, i.vehicleId);
  const from = vehicle.deviceId;
  const devices = await lockDevices(tx, [i.deviceId, ...(from === null ? [] : [from])]);
  const device = devices.get(i.deviceId);
  if (device === undefined) throw new Problem('DEVICE_UNKNOWN', {}, { deviceId: 'field.unknown' });
  if (device.status !== 'in_use') throw new Problem('DEVICE_NOT_IN_USE');
  if (from === i.deviceId) {
    const moved = vehicle.matchedOn !== i.matchedOn;
    if (moved) {
      await tx.query('UPDATE vehicle SET matched_on = $2, version = version + 1 WHERE id = $1', [
        vehicle.id,
        i.matchedOn,
      ]);
      await tx.query('UPDATE device_installation SET matched_on = $2 WHERE vehicle_id = $1 AND ended_at IS NULL', [
        vehicle.id,
        i.matchedOn,
      ]);
    }
    return { vin: vehicle.vin, from, changed: false };
  }
  const elsewhere = await unitOf(tx, i.deviceId, i.scope ?? { all: true });
  if (elsewhere !== null) throw new Problem('DEVICE_IN_OTHER_UNIT', { vin: elsewhere });
  if (from !== null) {
    if (i.exchange !== true) throw new Problem('VEHICLE_HAS_DEVICE', { device: from });
    await refuseOpenSos(tx, vehicle.id, from);
    await leaveService(tx, emit, vehicle.id, from, i.acting);
    await endInstallation(tx, vehicle.id, i);
  }
  await tx.query('UPDATE vehicle SET device_id = $2, matched_on = $3, version = version + 1 WHERE id = $1', [
    vehicle.id,
    i.deviceId,
    i.matchedOn,
  ]);
  await tx.query(
    'INSERT INTO device_installation (device_id, vehicle_id, matched_on, matched_by, reason) VALUES ($1, $2, $3, $4, $5)',
    [i.deviceId, vehicle.id, i.matchedOn, i.by, i.reason],
  );
  await tx.query(
    'UPDATE vehicle_state SET online = $2, revision = revision + 1, changed = pg_current_xact_id() WHERE vehicle_id = $1',
    [vehicle.id, device.online],
  );
  await deviceIsIn.run(tx, vehicle.id, i.deviceId);
  await wantConfig(tx, [...devices.keys()]);
  if (from !== null) emitVehicleChange(emit, from, vehicle, { from: vehicle.vin, to: null }, i.reason);
  emitVehicleChange(emit, i.deviceId, vehicle, { from: null, to: vehicle.vin }, i.reason);
  return { vin: vehicle.vin, from, changed: true };
}

/** Takes the device of a vehicle out of it; answers which, or null where there was none. Throws VEHICLE_HAS_OPEN_SOS and VEHICLE_HELD. */
export async function takeOutDevice(
  tx: Tx,
  emit: Emit,
  o: { vehicleId: number; by: string | null; reason: string | null; acting: Acting },
): Promise<string | null> {
  const vehicle = await lockVehicle(tx, o.vehicleId);
  const { deviceId } = vehicle;
  if (deviceId === null) return null;
  await lockDevices(tx, [deviceId]);
  await refuseOpenSos(tx, vehicle.id, deviceId);
  await leaveService(tx, emit, vehicle.id, deviceId, o.acting);
  await endInstallation(tx, vehicle.id, o);
  await tx.query('UPDATE vehicle SET device_id = NULL, matched_on = NULL, version = version + 1 WHERE id = $1', [
    vehicle.id,
  ]);
  await tx.query(
    'UPDATE vehicle_state SET online = false, revision = revision + 1, changed = pg_current_xact_id() WHERE vehicle_id = $1',
    [vehicle.id],
  );
  await wantConfig(tx, [deviceId]);
  emitVehicleChange(emit, deviceId, vehicle, { from: vehicle.vin, to: null }, o.reason);
  return deviceId;
}

/** Devices whose `down/config` has other content from now on; it is sent by send-config-when-wanted. */
export async function wantConfig(tx: Tx, deviceIds: readonly string[]): Promise<void> {
  await tx.query('UPDATE device SET config_wanted_at = now(), version = version + 1 WHERE id = ANY($1)', [deviceIds]);
}

/** A device with an open SOS cannot be moved: the SOS is of this vehicle, and its panel shows the progress. */
export async function refuseOpenSos(tx: Tx, vehicleId: number | null, deviceId: string): Promise<void> {
  if (await hasOpenSos(tx, vehicleId, deviceId)) throw new Problem('VEHICLE_HAS_OPEN_SOS');
}
export async function hasOpenSos(tx: Tx, vehicleId: number | null, deviceId: string): Promise<boolean> {
  const rows = await tx.query<unknown[]>(
    `SELECT 1 FROM sos_call WHERE ${sosIsOpen()} AND device_id = $1
     UNION ALL SELECT 1 FROM sos_call WHERE ${sosIsOpen()} AND vehicle_id = $2 LIMIT 1`,
    [deviceId, vehicleId],
  );
  return rows.length > 0;
}

/** No other member may be in session through this device; the caller's own session ends with the removal. */
async function leaveService(tx: Tx, emit: Emit, vehicleId: number, deviceId: string, acting: Acting): Promise<void> {
  await refuseServed(tx, [vehicleId], acting);
  await deviceLeaves.run(tx, emit, deviceId, acting.now);
}

interface LockedVehicle {
  id: number;
  vin: string;
  deviceId: string | null;
  matchedOn: string | null;
  organizationId: number;
}
async function lockVehicle(tx: Tx, id: number): Promise<LockedVehicle> {
  await lockVehicles(tx, [id]);
  const [vehicle] = await tx.query<LockedVehicle[]>(
    'SELECT id, vin, device_id AS "deviceId", matched_on::text AS "matchedOn", organization_id AS "organizationId" FROM vehicle WHERE id = $1',
    [id],
  );
  if (vehicle === undefined) throw new Problem('NOT_FOUND');
  return vehicle;
}

/** Vehicles whose devices may change, with all that is locked before the devices. */
export async function lockVehicles(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.query('SELECT 1 FROM vehicle WHERE id = ANY($1::int[]) ORDER BY id FOR NO KEY UPDATE', [ids]);
  // a change of the model that does not see this device yet commits first: what the device is sent then has it
  await tx.query(
    'SELECT 1 FROM model WHERE id = ANY(SELECT model_id FROM vehicle WHERE id = ANY($1::int[])) ORDER BY id FOR KEY SHARE',
    [ids],
  );
  await devicesChange.run(tx, ids);
  await tx.query(
    'SELECT 1 FROM vehicle_state WHERE vehicle_id = ANY($1::int[]) ORDER BY vehicle_id FOR NO KEY UPDATE',
    [ids],
  );
}

async function lockDevices(tx: Tx, ids: string[]): Promise<Map<string, { status: string; online: boolean }>> {
  const rows = await tx.query<{ id: string; status: string; online: boolean }[]>(
    'SELECT id, status, online FROM device WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE',
    [ids],
  );
  return new Map(rows.map((r) => [r.id, r]));
}

/** VIN of the vehicle that a device is in; '–' where the user does not see it. */
async function unitOf(tx: Tx, deviceId: string, scope: Scope): Promise<string | null> {
  const parameters: unknown[] = [deviceId];
  const [row] = await tx.query<{ vin: string; seen: boolean }[]>(
    `SELECT vin, (${inScope(scope, 'organization_id', parameters)}) AS seen FROM vehicle WHERE device_id = $1`,
    parameters,
  );
  return row === undefined ? null : row.seen ? row.vin : '–';
}

/** Where nothing was written when it went in (vehicles made by hand), what is known of it is written now: late messages need it. */
async function endInstallation(
  tx: Tx,
  vehicleId: number,
  { by, reason }: { by: string | null; reason: string | null },
): Promise<void> {
  await tx.query(
    `WITH ended AS (
       UPDATE device_installation SET ended_at = now(), ended_by = $2, reason = COALESCE($3, reason) WHERE vehicle_id = $1 AND ended_at IS NULL RETURNING 1
     )
     INSERT INTO device_installation (device_id, vehicle_id, matched_on, matched_at, ended_at, ended_by, reason)
     SELECT device_id, id, COALESCE(matched_on, created_at::date), LEAST(COALESCE(matched_on::timestamptz, created_at), now()), now(), $2, $3
     FROM vehicle WHERE id = $1 AND device_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ended)`,
    [vehicleId, by, reason],
  );
}

function emitVehicleChange(
  emit: Emit,
  deviceId: string,
  vehicle: LockedVehicle,
  { from, to }: { from: string | null; to: string | null },
  reason: string | null,
): void {
  const changes = [{ field: 'vehicle', from, to }];
  emit(
    'record.changed',
    { screen: 'device', kind: 'device', id: deviceId, name: deviceId, changes, ...(reason === null ? {} : { reason }) },
    { organizationId: vehicle.organizationId, vehicleId: vehicle.id },
  );
}
