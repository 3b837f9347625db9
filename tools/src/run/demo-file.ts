import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from './settings';

/** What the demo data left for people, tests and tools (`demo.json` in the data folder). */
export interface Demo {
  url: string;
  openapi: string;
  mqtt: { host: string; port: number };
  accounts: { id: string; password: string; groupType: string; role: string; organization: string }[];
  mailbox: string;
  kiosk: string;
}

export function readDemo(dataDir: string): Demo | null {
  const path = join(dataDir, 'demo.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Demo) : null;
}

/** The file is written when the data is loaded; a later start may use other ports. */
export function keepDemoAddresses(settings: Settings, mqttUrl: string): void {
  const demo = readDemo(settings.dataDir);
  if (demo === null) return;
  const broker = new URL(mqttUrl);
  const moved = (address: string): string => settings.url + new URL(address).pathname;
  const now: Demo = {
    ...demo,
    url: settings.url,
    openapi: moved(demo.openapi),
    mailbox: moved(demo.mailbox),
    mqtt: { host: broker.hostname, port: Number(broker.port) || 1883 },
  };
  if (JSON.stringify(now) === JSON.stringify(demo)) return;
  const path = join(settings.dataDir, 'demo.json');
  writeFileSync(`${path}.new`, `${JSON.stringify(now, null, 1)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
