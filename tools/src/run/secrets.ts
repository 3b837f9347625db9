import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StopWith } from './stop-with';

/** What must stay the same from start to start and stay secret. */
export interface Secrets {
  databasePassword: string;
  mqttPassword: string;
  jwtSecret: string;
  factoryApiKey: string;
  vapidPrivateKey: string;
}

/** Made once, kept in a file that only its owner reads. */
export function keepSecrets(dataDir: string): Secrets {
  const path = join(dataDir, 'secrets.json');
  const kept = existsSync(path) ? parse(path) : {};
  const secret = (bytes: number): string => randomBytes(bytes).toString('base64url');
  const all: Secrets = {
    databasePassword: kept.databasePassword ?? secret(18),
    mqttPassword: kept.mqttPassword ?? secret(18),
    jwtSecret: kept.jwtSecret ?? secret(48),
    factoryApiKey: kept.factoryApiKey ?? secret(24),
    vapidPrivateKey: kept.vapidPrivateKey ?? secret(32),
  };
  if (Object.keys(all).some((key) => kept[key as keyof Secrets] === undefined)) write(dataDir, all);
  chmodSync(path, 0o600);
  return all;
}

/** Takes over the keys that a restore has written, a file each. The password of the database stays: it belongs to the cluster of this folder. */
export function adoptKeys(dataDir: string, folder: string): void {
  const files: Partial<Record<keyof Secrets, string>> = {
    mqttPassword: 'mqtt_password',
    jwtSecret: 'jwt_secret',
    factoryApiKey: 'factory_api_key',
    vapidPrivateKey: 'vapid_private_key',
  };
  const adopted = Object.entries(files).flatMap(([key, name]) =>
    existsSync(join(folder, name)) ? [[key, readFileSync(join(folder, name), 'utf8')]] : [],
  );
  write(dataDir, { ...keepSecrets(dataDir), ...(Object.fromEntries(adopted) as Partial<Secrets>) });
}

function write(dataDir: string, all: Secrets): void {
  const path = join(dataDir, 'secrets.json');
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(`${path}.new`, JSON.stringify(all, null, 2), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

function parse(path: string): Partial<Secrets> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Partial<Secrets>;
  } catch {
    throw new StopWith(
      `${path} cannot be read: put it back from a copy, or run npm run lab -- reset to begin with empty data.`,
    );
  }
}
