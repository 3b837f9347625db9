import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keepFlashKey } from './flash-key';

const newKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const publicHalf = (pem: string): string => createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString();

it('gives the fleet the public half of the key that the server signs with, and nothing of the other', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'headland-key-'));
  expect(keepFlashKey(dataDir, {})).toBeNull();
  const [made, given, inFile] = [newKey(), newKey(), newKey()];
  writeFileSync(join(dataDir, 'flash-signing-key.pem'), made);
  writeFileSync(join(dataDir, 'elsewhere.pem'), inFile);
  const kept = (env: NodeJS.ProcessEnv): string => readFileSync(keepFlashKey(dataDir, env) ?? '', 'utf8');
  expect(kept({})).toBe(publicHalf(made));
  expect(kept({ FLASH_SIGNING_KEY: given })).toBe(publicHalf(given));
  expect(kept({ FLASH_SIGNING_KEY_FILE: join(dataDir, 'elsewhere.pem') })).toBe(publicHalf(inFile));
});
