import { createPublicKey } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What terminals know the programs of this installation by: the public half of the key that its server signs with, given or made while the demo data was
 * written. Answers the file that the simulated fleet is given; null: there is no key yet.
 */
export function keepFlashKey(dataDir: string, env: NodeJS.ProcessEnv): string | null {
  const made = env.FLASH_SIGNING_KEY_FILE || join(dataDir, 'flash-signing-key.pem');
  const pem = env.FLASH_SIGNING_KEY || (existsSync(made) ? readFileSync(made, 'utf8') : null);
  if (pem === null) return null;
  const file = join(dataDir, 'flash-public-key.pem');
  writeFileSync(file, createPublicKey(pem).export({ type: 'spki', format: 'pem' }), { mode: 0o600 });
  return file;
}
