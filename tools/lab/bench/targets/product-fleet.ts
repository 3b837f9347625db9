import { pbkdf2Sync, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { deviceName } from './minimal-target';

/** One secret for the whole fleet of a benchmark: the broker derives a key at each CONNECT all the same. */
export const fleetSecret = 'bench-device-secret';
export const consoleAccount = { id: 'bench', password: 'bench-of-Headland-1' };
/** argon2id of that password; the database of a benchmark is thrown away. */
const consoleHash = '$argon2id$v=19$m=65536,p=4,t=3$Wv8gP8iPanMuJkcmv5EN0w$twiC06lbROn4rMmR4310731xfUvI2Zg5BeqzLedTi3U';

/** A line's hash in the format of Mosquitto's password file and of `device.secret_hash`. */
export function mosquittoHash(secret: string): string {
  const salt = randomBytes(12);
  return `$7$101$${salt.toString('base64')}$${pbkdf2Sync(secret, salt, 101, 64, 'sha512').toString('base64')}`;
}

/** An organisation that sees everything, an administrator of it, one model; nothing else is in the database. */
export async function insertHeadOffice(pool: Pool): Promise<void> {
  await pool.query(`
    WITH office AS (INSERT INTO organization (name, type) VALUES ('Bench', 'HEAD_OFFICE') RETURNING id)
    INSERT INTO user_account (login_id, name, phone, password_hash, role, group_type, organization_id) SELECT '${consoleAccount.id}', 'Bench', '010-5555-0000', '${consoleHash}', 'ADMIN', 'HEAD_OFFICE', id FROM office`);
  await pool.query(
    `INSERT INTO model (name, type, release_year, horsepower, remote_control, rollover) VALUES ('B1', 'premium', 2024, 100, 'none', '{"1": {"x": 45, "y": 45, "z": 60}, "2": {"x": 45, "y": 45, "z": 60}}')`,
  );
}

/** Registers devices `from` to `to` (exclusive), each on a vehicle of its own. Answers the vehicles' ids in that order. */
export async function insertVehicles(pool: Pool, from: number, to: number, secretHash: string): Promise<number[]> {
  const names = Array.from({ length: to - from }, (_, i) => deviceName(from + i));
  await pool.query('INSERT INTO device (id, secret_hash) SELECT id, $2 FROM unnest($1::text[]) AS list(id)', [
    names,
    secretHash,
  ]);
  const { rows } = await pool.query<{ id: number; device_id: string }>(
    `INSERT INTO vehicle (vin, model_id, organization_id, device_id, release_year, horsepower)
     SELECT 'VIN' || name, (SELECT id FROM model LIMIT 1), (SELECT id FROM organization LIMIT 1), name, 2024, 100 FROM unnest($1::text[]) AS list(name) RETURNING id, device_id`,
    [names],
  );
  const ids = new Map(rows.map((r) => [r.device_id, r.id]));
  return names.map((name) => ids.get(name) ?? 0);
}
