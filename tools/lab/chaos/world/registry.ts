import { pbkdf2Sync, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';

/** Who exists in every world: organisations, accounts that see different parts of them, and a fleet of registered devices with one secret. */
export const fleetSecret = 'chaos-device-secret';
export const password = 'chaos-of-Headland-1';
/** argon2id of that password; a world's database is thrown away */
export const passwordHash =
  '$argon2id$v=19$m=65536,p=4,t=3$CdtBQtpqBQKT25nObh4eKw$oFaVX3JcdtLpzwQADFPi27vjaVn8VgpuFWVGbfKwBXc';
/** degrees; device type 1 and 2 alike */
export const rolloverThresholds = { x: 45, y: 45, z: 60 };

/** `office` sees every vehicle; `agency` those of its own dealer: every second one. `duty` acts: a second login of an account would end its consoles. */
export const accounts = ['office', 'agency', 'duty'] as const;
export type AccountName = (typeof accounts)[number];

export const deviceName = (index: number): string => `CH-${String(index + 1).padStart(5, '0')}`;
export const deviceNames = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, i) => deviceName(from + i));

/** One line for each account; the same salt for the whole fleet, since it has one secret. */
export function passwordFile(devices: number, server: { username: string; password: string }): string {
  const hash = mosquittoHash(fleetSecret);
  return [
    `${server.username}:${mosquittoHash(server.password)}`,
    ...deviceNames(devices).map((id) => `${id}:${hash}`),
    '',
  ].join('\n');
}

export async function register(pool: Pool, devices: number): Promise<void> {
  const organization = async (name: string, type: string, parent: number | null): Promise<number> =>
    (
      await pool.query<{ id: number }>(
        'INSERT INTO organization (name, type, parent_id) VALUES ($1, $2, $3) RETURNING id',
        [name, type, parent],
      )
    ).rows[0]?.id ?? 0;
  const office = await organization('Office', 'HEAD_OFFICE', null);
  const region = await organization('Region', 'REGION', office);
  const agency = await organization('Agency', 'AGENCY', region);
  const dealer = await organization('Dealer', 'DEALER', agency);
  const other = await organization('Other dealer', 'DEALER', await organization('Other agency', 'AGENCY', region));
  const account = (name: AccountName, group: string, organizationId: number) =>
    pool.query(
      `INSERT INTO user_account (login_id, name, phone, password_hash, role, group_type, organization_id) VALUES ($1, $1, $5, $2, 'ADMIN', $3, $4)`,
      [name, passwordHash, group, organizationId, `010-5555-000${accounts.indexOf(name)}`],
    );
  await account('office', 'HEAD_OFFICE', office);
  await account('duty', 'HEAD_OFFICE', office);
  await account('agency', 'AGENCY', agency);
  const both = JSON.stringify({ 1: rolloverThresholds, 2: rolloverThresholds });
  await pool.query(
    `INSERT INTO model (name, type, release_year, horsepower, remote_control, rollover) VALUES ('C1', 'premium', 2024, 100, 'none', $1)`,
    [both],
  );
  const names = deviceNames(devices);
  await pool.query('INSERT INTO device (id, secret_hash) SELECT id, $2 FROM unnest($1::text[]) AS list(id)', [
    names,
    mosquittoHash(fleetSecret),
  ]);
  await pool.query(
    `INSERT INTO vehicle (vin, model_id, organization_id, device_id, release_year, horsepower)
     SELECT 'VIN' || name, (SELECT id FROM model LIMIT 1), CASE WHEN n % 2 = 1 THEN $2::int ELSE $3::int END, name, 2024, 100 FROM unnest($1::text[]) WITH ORDINALITY AS list(name, n)`,
    [names, dealer, other],
  );
}

/** The hash of Mosquitto's password file and of `device.secret_hash`. */
export function mosquittoHash(secret: string): string {
  const salt = randomBytes(12);
  return `$7$101$${salt.toString('base64')}$${pbkdf2Sync(secret, salt, 101, 64, 'sha512').toString('base64')}`;
}
