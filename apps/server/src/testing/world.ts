import { hash } from '@node-rs/argon2';
import type { DataSource } from 'typeorm';
import type { GroupType, Role } from '@headland/contracts/access';
import { hashDeviceSecret } from '../platform/mqtt/device-secret';

/**
 * A small world for specs: a head office; below it the regions North and South; below North the dealers Nami and Noa, below South the agency Sora.
 * Each thing is made by one function with what the spec cares about.
 */
export interface Organizations {
  headOffice: number;
  north: number;
  south: number;
  nami: number;
  noa: number;
  sora: number;
}

export async function makeOrganizations(database: DataSource): Promise<Organizations> {
  const make = async (
    name: string,
    type: GroupType,
    parent: number | null,
    at: [number, number] | null = null,
  ): Promise<number> => {
    const [row] = await database.query<{ id: number }[]>(
      'INSERT INTO organization (name, type, parent_id, lat, lon, phone) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id',
      [name, type, parent, at?.[0] ?? null, at?.[1] ?? null, '02-555-0100'],
    );
    return (row as { id: number }).id;
  };
  const headOffice = await make('Head office', 'HEAD_OFFICE', null);
  const north = await make('North', 'REGION', headOffice);
  const south = await make('South', 'REGION', headOffice);
  return {
    headOffice,
    north,
    south,
    nami: await make('Nami', 'DEALER', north, [35.82, 127.1]),
    noa: await make('Noa', 'DEALER', north, [35.95, 126.95]),
    sora: await make('Sora', 'AGENCY', south, [34.6, 126.6]),
  };
}

export interface Account {
  id: string;
  password: string;
  userId: number;
  /** the code of its login goes there */
  phone: string | null;
}
const password = 'Correct horse 9';
let passwordHash: Promise<string> | null = null;
let counter = 0;

export async function makeAccount(
  database: DataSource,
  groupType: GroupType,
  role: Role,
  organizationId: number,
  over: { loginId?: string; active?: boolean; passwordChangedAt?: Date; name?: string; phone?: string | null } = {},
): Promise<Account> {
  passwordHash ??= hash(password, { memoryCost: 1024, timeCost: 2, parallelism: 1 });
  const number = ++counter;
  const loginId =
    over.loginId ??
    `${groupType.replaceAll('_', '').toLowerCase().slice(0, 12)}${role.toLowerCase().slice(0, 1)}${number}`;
  const phone =
    over.phone === undefined
      ? `010-5${String(Math.floor(number / 10_000)).padStart(3, '0')}-${String(number % 10_000).padStart(4, '0')}`
      : over.phone;
  const [row] = await database.query<{ id: number }[]>(
    'INSERT INTO user_account (login_id, name, phone, email, password_hash, role, group_type, organization_id, active, password_changed_at, joined_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, COALESCE($10, now()), COALESCE($10, now())) RETURNING id',
    [
      loginId,
      over.name ?? `${groupType} ${role}`,
      phone,
      `${loginId}@korea.kr`,
      await passwordHash,
      role,
      groupType,
      organizationId,
      over.active ?? true,
      over.passwordChangedAt ?? null,
    ],
  );
  return { id: loginId, password, userId: (row as { id: number }).id, phone };
}

export interface MadeVehicle {
  id: number;
  vin: string;
  deviceId: string;
  deviceKey: number;
  customerId: number;
}

/** A tractor with its device (secret `a secret of <device id>`) and a customer; the model is made with the first. */
export async function makeVehicle(
  database: DataSource,
  organizationId: number,
  over: { model?: string; customer?: { name: string; phone: string | null } } = {},
): Promise<MadeVehicle> {
  const number = String(++counter).padStart(5, '0');
  const model = over.model ?? 'HL 6-110';
  await database.query(
    `INSERT INTO model (name, type, release_year, horsepower, remote_control, rollover) VALUES ($1, 'premium', 2024, 110, 'start', '{"1":{"x":45,"y":45,"z":60},"2":{"x":40,"y":40,"z":55}}') ON CONFLICT DO NOTHING`,
    [model],
  );
  const [customer] = await database.query<{ id: number }[]>(
    'INSERT INTO customer (name, phone) VALUES ($1, $2) RETURNING id',
    [over.customer?.name ?? '김민수', over.customer ? over.customer.phone : '010-5555-1234'],
  );
  const deviceId = `T-${number}`;
  const [device] = await database.query<{ key: number }[]>(
    'INSERT INTO device (id, secret_hash, sim) VALUES ($1, $2, $3) RETURNING key',
    [deviceId, hashDeviceSecret(`a secret of ${deviceId}`), `8982${number}`],
  );
  const vin = `HDLTTESTVEHI${number}`;
  const customerId = (customer as { id: number }).id;
  const [vehicle] = await database.query<{ id: number }[]>(
    `INSERT INTO vehicle (vin, model_id, organization_id, customer_id, device_id, release_year, horsepower, transmission, matched_on, sold_on)
     SELECT $1, id, $3, $4, $5, 2024, 110, '32x32', '2025-03-01', '2025-04-01' FROM model WHERE name = $2 RETURNING id`,
    [vin, model, organizationId, customerId, deviceId],
  );
  return { id: (vehicle as { id: number }).id, vin, deviceId, deviceKey: (device as { key: number }).key, customerId };
}

/** A fault report of the vehicle at an organisation for each status; their ids in that order. */
export async function makeFaultReports(
  database: DataSource,
  vehicleId: number,
  organizationId: number,
  statuses: readonly ('occurred' | 'accepted')[],
): Promise<number[]> {
  const rows = await database.query<{ id: number }[]>(
    `INSERT INTO fault_report (status, severity, code, name, part, vehicle_id, device_id, organization_id, occurred_at, last_at, received_at, signal_boot, signal_seq, active)
     SELECT s, 1, 'E0' || n, '{"ko":"a","en":"a"}', '{"ko":"a","en":"a"}', $1::int, 'T-fault-' || $1::int, $2::int, now(), now(), now(), 1, n, true
     FROM unnest($3::text[]) WITH ORDINALITY AS u(s, n) ORDER BY n RETURNING id`,
    [vehicleId, organizationId, statuses],
  );
  return rows.map((r) => r.id);
}
/** Somebody diagnoses the vehicle through its device; answers the session's id. */
export async function openDiagnosis(
  database: DataSource,
  {
    vehicleId,
    deviceId,
    organizationId,
    by,
  }: { vehicleId: number; deviceId: string; organizationId: number; by?: number },
): Promise<number> {
  const [row] = await database.query<{ id: number }[]>(
    `INSERT INTO diagnosis_session (token, vehicle_id, device_id, device_key, organization_id, kind, state, by_user, by_name, by_organization, opened_at, heard_at, seen_at, acted_at)
     SELECT gen_random_uuid(), $1, d.id, d.key, $3, 'remote', 'connected', $4, 'Park', 'Head office', now(), now(), now(), now() FROM device d WHERE d.id = $2 RETURNING id`,
    [
      vehicleId,
      deviceId,
      organizationId,
      by ?? (await makeAccount(database, 'HEAD_OFFICE', 'STAFF', organizationId)).userId,
    ],
  );
  return row?.id ?? 0;
}
/** A program is on its way into a controller of the vehicle; answers the run's id. */
export async function startReprogramming(
  database: DataSource,
  { vehicleId, deviceId, organizationId }: { vehicleId: number; deviceId: string; organizationId: number },
): Promise<number> {
  const id = String(++counter).padStart(22, 'P');
  await database.query(
    "INSERT INTO stored_file (id, kind, name, type, bytes, kept) VALUES ($1, 'program', 'a.s19', 'application/octet-stream', 1, true)",
    [id],
  );
  const [row] = await database.query<{ id: number }[]>(
    `WITH f AS (
       INSERT INTO flash_file (file_id, name, format, target, variant, calibration, version, bytes, sha256, signature, uploaded_at, uploaded_by, uploaded_name)
       VALUES ($4, 'a.s19', 's19', 'ecu', 'v', 'c', '1', 1, $4, 'x', now(), (SELECT min(id) FROM user_account), 'Park') RETURNING id
     )
     INSERT INTO flash_run (token, file_id, vehicle_id, device_id, device_key, organization_id, state, blocks, offered_at, expires_at, heard_at, by_user, by_name, by_organization)
     SELECT gen_random_uuid(), f.id, $1, d.id, d.key, $3, 'transferring', 1, now(), now() + interval '1 day', now(), (SELECT min(id) FROM user_account), 'Park', 'Head office'
     FROM device d, f WHERE d.id = $2 RETURNING id`,
    [vehicleId, deviceId, organizationId, id],
  );
  return row?.id ?? 0;
}
/** With whom the fault reports of a vehicle are, in the order in which they were made. */
export const reportsAt = async (
  database: DataSource,
  vehicleId: number,
): Promise<[status: string, organizationId: number][]> =>
  (
    await database.query<{ status: string; organization_id: number }[]>(
      'SELECT status, organization_id FROM fault_report WHERE vehicle_id = $1 ORDER BY id',
      [vehicleId],
    )
  ).map((r) => [r.status, r.organization_id]);
