import { hash, verify } from '@node-rs/argon2';

/**
 * Argon2id (the package's default algorithm) with the cost that OWASP recommends (19 MiB, 2 passes): about 25 ms here,
 * and a flood of logins can't exhaust the memory of a small machine. The package ships a binary for each platform and
 * Node version: nothing is compiled at installation.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string): Promise<string> => hash(password, cost);

/** For an unknown account the same work is done against a hash that nothing matches. */
export async function verifyPassword(password: string, passwordHash: string | null): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const fits = await verify(passwordHash ?? (await decoy), password);
  return fits && passwordHash !== null;
}
let decoy: Promise<string> | null = null;
