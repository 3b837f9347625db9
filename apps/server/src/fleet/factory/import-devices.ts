import { setImmediate as letOthers } from 'node:timers/promises';
import type { FactoryDevice, FactoryDeviceResult } from '@headland/contracts/factory';
import { wantConfig } from '../devices/install-device.tx';
import { advisoryLocks } from '../../platform/database/advisory-locks';
import type { Tx } from '../../platform/database/rows';
import { changesBetween } from '../../platform/event-log/record-change';
import { hashDeviceSecret, newDeviceSecret, verifyDeviceSecret } from '../../platform/mqtt/device-secret';
import { actOf, over, type Batch } from './batch';
import { ImportErrors } from './import-errors';

interface Device {
  type: number;
  sim: string | null;
  activation: string | null;
}
interface Known {
  id: string;
  status: 'in_use' | 'not_in_use';
  secretHash: string;
  organizationId: number | null;
  vehicleId: number | null;
  device: Device;
}
/** Secrets are hashed that many at a time: the process has others to serve. */
const breath = 50;

/** Devices by id. A secret is shown once: when a device is new or is registered again, and none was given for it. */
export async function importDevices(batch: Batch, records: readonly FactoryDevice[]): Promise<FactoryDeviceResult[]> {
  // numbers are unique among the devices in use, and no index enforces it: forms and imports are checked one after the other
  await batch.tx.query(`SELECT pg_advisory_xact_lock(${advisoryLocks.deviceNumbers})`);
  const known = await knownDevices(batch.tx, records);
  await complainAbout(batch.tx, records, known);
  const results: FactoryDeviceResult[] = [];
  for (const [i, record] of records.entries()) {
    if (i % breath === breath - 1) await letOthers();
    results.push(await importDevice(batch, record, known.get(record.id)));
  }
  return results;
}

async function importDevice(
  { tx, emit, plant, now }: Batch,
  record: FactoryDevice,
  before: Known | undefined,
): Promise<FactoryDeviceResult> {
  const { id } = record;
  const after = over<Device>(before?.device ?? { type: 1, sim: null, activation: null }, record);
  const returns = before?.status === 'not_in_use';
  const made = record.secret === undefined && (before === undefined || returns) ? newDeviceSecret() : undefined;
  const secret = record.secret ?? made;
  const renewed =
    secret !== undefined && (before === undefined || returns || !verifyDeviceSecret(secret, before.secretHash));
  const changes = [
    ...changesBetween(
      { ...before?.device, ...(returns ? { status: 'not_in_use' } : {}) },
      { ...after, ...(returns ? { status: 'in_use' } : {}) },
    ),
    // the change is logged, the value never
    ...(renewed && before !== undefined ? [{ field: 'secret', from: null, to: null }] : []),
  ];
  const result = {
    key: id,
    act: actOf(before !== undefined, changes.length),
    ...(made === undefined ? {} : { secret: made }),
  };
  if (changes.length === 0) return result;
  const hash = renewed ? hashDeviceSecret(secret) : null;
  const columns = [id, after.type, after.sim, after.activation, hash];
  const about = { organizationId: before?.organizationId ?? plant.id, vehicleId: before?.vehicleId ?? null };
  if (before === undefined) {
    await tx.query(
      'INSERT INTO device (id, type, sim, activation, secret_hash, registered_at) VALUES ($1, $2, $3, $4, $5, $6)',
      [...columns, now],
    );
    emit('record.created', { screen: 'device', kind: 'device', id, name: id, changes }, about);
    return result;
  }
  await tx.query(
    `UPDATE device SET version = version + 1, type = $2, sim = $3, activation = $4, secret_hash = COALESCE($5, secret_hash), status = 'in_use', unregistered_at = NULL
     WHERE id = $1`,
    columns,
  );
  // thresholds go by the type of the device
  if (before.device.type !== after.type || returns) await wantConfig(tx, [id]);
  emit('record.changed', { screen: 'device', kind: 'device', id, name: id, changes }, about);
  return result;
}

async function knownDevices(tx: Tx, records: readonly FactoryDevice[]): Promise<Map<string, Known>> {
  const rows = await tx.query<(Omit<Known, 'device'> & Device)[]>(
    `SELECT d.id, d.status, d.secret_hash AS "secretHash", d.type, d.sim, d.activation, v.organization_id AS "organizationId", v.id AS "vehicleId"
     FROM device d LEFT JOIN vehicle v ON v.device_id = d.id WHERE d.id = ANY($1) ORDER BY d.id FOR NO KEY UPDATE OF d`,
    [records.map((r) => r.id)],
  );
  return new Map(
    rows.map(({ type, sim, activation, ...rest }) => [rest.id, { ...rest, device: { type, sim, activation } }]),
  );
}

async function complainAbout(tx: Tx, records: readonly FactoryDevice[], known: Map<string, Known>): Promise<void> {
  const errors = new ImportErrors('devices');
  const given = new Map(records.map((r) => [r.id, r]));
  const holders = {
    sim: await holdersOf(tx, 'sim', records, given),
    activation: await holdersOf(tx, 'activation', records, given),
  };
  records.forEach((r, i) => {
    if (known.get(r.id)?.status === 'not_in_use' && r.reactivate !== true) errors.add(i, 'id', 'DEVICE_NOT_IN_USE');
    for (const [field, code] of [
      ['sim', 'field.simTaken'],
      ['activation', 'field.activationTaken'],
    ] as const) {
      const value = r[field];
      if (value !== undefined && (holders[field].get(value) ?? r.id) !== r.id) errors.add(i, field, code);
    }
  });
  errors.throwIfAny();
}

/** Number → the device in use that has it and is not about to give it up in this very list. */
async function holdersOf(
  tx: Tx,
  field: 'sim' | 'activation',
  records: readonly FactoryDevice[],
  given: Map<string, FactoryDevice>,
): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; value: string }[]>(
    `SELECT id, ${field} AS value FROM device WHERE ${field} = ANY($1) AND status = 'in_use'`,
    [records.flatMap((r) => r[field] ?? [])],
  );
  return new Map(
    rows.filter(({ id, value }) => (given.get(id)?.[field] ?? value) === value).map(({ id, value }) => [value, id]),
  );
}
