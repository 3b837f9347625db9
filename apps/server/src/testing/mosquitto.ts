import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export interface TestBroker {
  url: string;
  port: number;
  child: ChildProcess;
  stop: () => Promise<void>;
}
/** Path of Mosquitto's binary, or '' where it is not installed: its suites report that they were skipped. */
export const mosquittoPath = process.env.TEST_MQTT_MOSQUITTO ?? '';

/** A Mosquitto with the product's limits and without accounts, in memory. */
export async function startMosquitto(port = 0): Promise<TestBroker> {
  const at = port || (await freePort());
  const folder = mkdtempSync(join(tmpdir(), 'headland-mosquitto-'));
  const file = join(folder, 'mosquitto.conf');
  writeFileSync(
    file,
    `listener ${at} 127.0.0.1\nallow_anonymous true\npersistence false\nmax_inflight_messages 10000\nmax_queued_messages 0\nset_tcp_nodelay true\n${process.getuid?.() === 0 ? 'user root\n' : ''}`,
  );
  const child = spawn(mosquittoPath, ['-c', file], { stdio: 'ignore' });
  await listening(at);
  return {
    url: `mqtt://127.0.0.1:${at}`,
    port: at,
    child,
    stop: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Below the range of ephemeral ports: one of those could be allocated again before anything listens there. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 200; tries++) {
    const port = 15_000 + Math.floor(Math.random() * 15_000);
    if (await isFree(port)) return port;
  }
  throw new Error('No free port between 15000 and 30000 on this machine.');
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });

async function listening(port: number): Promise<void> {
  for (;;) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      }).once('error', () => resolve(false));
    });
    if (open) return;
    await wait(20);
  }
}
