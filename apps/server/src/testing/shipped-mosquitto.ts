import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from './mosquitto';
import { account, joinBroker, serverPassword, untilAccepted } from './mqtt-clients';

export interface ShippedMosquitto {
  /** where devices connect, and where the server does */
  device: number;
  server: number;
  /** what the jobs process writes: `id:hash` for each device in use */
  devicesFile: string;
  stop: () => Promise<void>;
}

/** The settings and the entry point of infra/mosquitto, with this machine's paths. */
export async function startShippedMosquitto(): Promise<ShippedMosquitto> {
  const infra = resolve(import.meta.dirname, '../../../../infra/mosquitto');
  const folder = mkdtempSync(join(tmpdir(), 'headland-mosquitto-'));
  chmodSync(folder, 0o777);
  const [device, server] = [await freePort(), await freePort()];
  const config = readFileSync(join(infra, 'mosquitto.conf'), 'utf8')
    .replace('listener 1883', `listener ${device} 127.0.0.1`)
    .replace('listener 1884', `listener ${server} 127.0.0.1`)
    .replace('/mosquitto/run/passwords', join(folder, 'passwords'))
    .replace('/mosquitto/config/acl', join(infra, 'acl'))
    .replace('/mosquitto/data/', `${folder}/`);
  writeFileSync(
    join(folder, 'mosquitto.conf'),
    `${config}\nuser ${process.getuid?.() === 0 ? 'root' : process.env.USER}\n`,
  );
  writeFileSync(join(folder, 'secret'), `${serverPassword}\n`);
  const devicesFile = join(folder, 'devices');
  const child = spawn(join(infra, 'entrypoint.sh'), {
    stdio: 'ignore',
    env: {
      PATH: `${process.env.PATH}:/usr/sbin`,
      MQTT_PASSWORD_FILE: join(folder, 'secret'),
      DEVICE_PASSWORDS: devicesFile,
      PASSWORDS: join(folder, 'passwords'),
      CONFIG: join(folder, 'mosquitto.conf'),
      WATCH_SECONDS: '0.1',
    },
  });
  await untilAccepted(() => joinBroker(server, { username: account, password: serverPassword, clientId: 'first' }));
  return {
    device,
    server,
    devicesFile,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
