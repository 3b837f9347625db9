import { spawnSync } from 'node:child_process';
import { findProgram } from '../services';
import { inCheckout } from './checkout';

/** Older ones cannot limit what one connection sends. */
const leastVersion = 2.7;
export const deviceProxyPath = (): string => process.env.HAPROXY ?? findProgram('haproxy');

/** Whether there is an HAProxy that understands infra/haproxy/haproxy.cfg. Another one than that of the PATH is named by HAPROXY. */
export function hasDeviceProxy(): boolean {
  const path = deviceProxyPath();
  if (path === '') return false;
  const [, version] = /version (\d+\.\d+)/u.exec(spawnSync(path, ['-v'], { encoding: 'utf8' }).stdout) ?? [];
  return version !== undefined && Number(version) >= leastVersion;
}

export const deviceProxyArgs = (): string[] => ['-db', '-f', inCheckout('infra/haproxy/haproxy.cfg')];
/** What the composition gives it, with ports of this machine. */
export const deviceProxyEnvironment = (port: number, brokerPort: number): Record<string, string> => ({
  MQTT_BIND: `127.0.0.1:${port}`,
  MQTT_BROKER: `127.0.0.1:${brokerPort}`,
  MQTT_BYTES_PER_SECOND: '65536',
});
