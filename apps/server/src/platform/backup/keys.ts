import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Config } from '../config';

/** Secrets that an installation must not lose and that are in no database, by the name of their setting. */
export const Keys = z.object({
  JWT_SECRET: z.string().optional(),
  MQTT_PASSWORD: z.string().optional(),
  FACTORY_API_KEY: z.string().optional(),
  VAPID_PRIVATE_KEY: z.string().optional(),
  FLASH_SIGNING_KEY: z.string().optional(),
});
export type Keys = z.output<typeof Keys>;
export const keyNames = Object.keys(Keys.shape) as (keyof Keys)[];

/** Where a process without FLASH_SIGNING_KEY stores its generated key. */
export const flashKeyFile = (dataDir: string): string => join(dataDir, 'flash-signing-key.pem');

export function keysOf(config: Pick<Config, 'DATA_DIR'> & Keys): Keys {
  const named = Object.fromEntries(
    keyNames.flatMap((name) => (config[name] === undefined ? [] : [[name, config[name]]])),
  );
  const made = config.FLASH_SIGNING_KEY === undefined ? readIfThere(flashKeyFile(config.DATA_DIR)) : undefined;
  return made === undefined ? named : { ...named, FLASH_SIGNING_KEY: made };
}

/** One file per key, named like container secrets (`jwt_secret`). */
export async function writeKeys(keys: Keys, folder: string): Promise<void> {
  for (const name of keyNames) {
    const value = keys[name];
    if (value !== undefined) await writeSecret(join(folder, name.toLowerCase()), value);
  }
}

/** Written atomically, readable by the owner alone. */
export async function writeSecret(path: string, text: string | Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.new`, text, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
