import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { inCheckout } from '../../src/run/checkout';
import { isFree } from '../../src/run/ports';
import { StopWith } from '../../src/run/stop-with';

/** What `npm start` leaves of its demo data, as far as a wall needs it. */
const Demo = z.object({
  url: z.string(),
  mqtt: z.object({ host: z.string(), port: z.number() }),
  accounts: z.array(z.object({ id: z.string(), password: z.string(), groupType: z.string(), role: z.string() })),
  devices: z.array(z.object({ id: z.string(), secret: z.string() })),
  kiosk: z.string(),
});
export type Demo = z.output<typeof Demo>;

const upWithinMs = 300_000;

/** The product with its simulated fleet, as `npm start` starts it, in a folder of its own. */
export async function startProduct(): Promise<{ demo: Demo; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'headland-wall-'));
  // started by root, PostgreSQL runs as another user and has to get in
  chmodSync(folder, 0o711);
  const [port, mqttPort] = [await portsFrom(15_000), await portsFrom(23_000)];
  const empty = { DATABASE_URL: '', REDIS_URL: '', MQTT_URL: '', PUBLIC_URL: '' };
  const child = spawn(process.execPath, [inCheckout('tools', 'start.mjs')], {
    env: { ...process.env, ...empty, PORT: String(port), MQTT_PORT: String(mqttPort), DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = async (): Promise<void> => {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await up(child);
    return { demo: Demo.parse(JSON.parse(readFileSync(join(folder, 'data', 'demo.json'), 'utf8'))), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function up(child: ChildProcess): Promise<void> {
  let output = '';
  return new Promise((done, fail) => {
    const refuse = (why: string): void => fail(new StopWith(`The product ${why}:\n${output.slice(-4_000)}`));
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (data: Buffer) => {
        output = (output + data.toString()).slice(-8_000);
        if (output.includes('Headland is up')) done();
      });
    child.once('exit', () => refuse('did not start'));
    setTimeout(() => refuse('was not up within five minutes'), upWithinMs).unref();
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}

/** The first of six free ports in a row: the processes of the product share them. */
async function portsFrom(least: number): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = least + Math.floor(Math.random() * 7_000);
    const free = await Promise.all([0, 1, 2, 3, 4, 5].map((n) => isFree(port + n)));
    if (free.every(Boolean)) return port;
  }
  throw new StopWith('No six free ports in a row.');
}
