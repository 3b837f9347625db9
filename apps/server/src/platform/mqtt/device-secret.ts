import { pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Device secrets. The hash has the format of Mosquitto's password file, `$7$<iterations>$<salt>$<hash>` (PBKDF2 with
 * SHA-512), so that one column serves the built-in broker and a Mosquitto. A secret is 24 random bytes, which cannot be
 * guessed, so few iterations are enough.
 */
export function hashDeviceSecret(secret: string): string {
  const salt = randomBytes(12);
  return `$7$${iterations}$${salt.toString('base64')}$${derive(secret, salt, iterations).toString('base64')}`;
}

export function verifyDeviceSecret(secret: string, hash: string): boolean {
  const [empty, kind, rounds, salt, wanted, ...rest] = hash.split('$');
  const count = Number(rounds);
  if (empty !== '' || kind !== '7' || salt === undefined || wanted === undefined || rest.length > 0) return false;
  if (!Number.isInteger(count) || count < 1 || count > 1_000_000) return false;
  const expected = Buffer.from(wanted, 'base64');
  return expected.length === hashBytes && timingSafeEqual(expected, derive(secret, Buffer.from(salt, 'base64'), count));
}

export const newDeviceSecret = (): string => randomBytes(24).toString('base64url');

const iterations = 101;
const hashBytes = 64;
const derive = (secret: string, salt: Buffer, count: number): Buffer =>
  pbkdf2Sync(secret, salt, count, hashBytes, 'sha512');
