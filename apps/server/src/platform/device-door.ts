import { once } from 'node:events';
import { connect, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';

const answerMs = 5_000;

/** CONNECT of MQTT 3.1.1 without an account: any broker answers it, with a refusal. */
const name = Buffer.from('headland-door');
const hello = Buffer.concat([
  Buffer.from([0x10, 12 + name.length, 0, 4]),
  Buffer.from('MQTT'),
  Buffer.from([4, 2, 0, 60, 0, name.length]),
  name,
]);
/** the first byte of its answer, CONNACK */
const connack = 0x20;

export interface DeviceDoor {
  /** a broker answers there */
  isOpen: boolean;
  /** the end of the certificate, where one was shown */
  validTo: Date | null;
}

/** `host:port` of DEVICE_URL. */
export function doorOf(address: string): string {
  const { protocol, hostname, port } = new URL(address);
  return `${hostname}:${port || (protocol === 'mqtts:' ? '8883' : '1883')}`;
}

/**
 * Connects as a device does, up to the broker's first answer. Nothing secret is sent: the certificate is not judged here, since devices may
 * trust an authority of their own, and one that has expired shall be seen as such.
 */
export async function openDoor(address: string): Promise<DeviceDoor> {
  const { protocol } = new URL(address);
  const { hostname, port } = new URL(`tcp://${doorOf(address)}`);
  const host = hostname.replaceAll(/^\[|\]$/gu, '');
  const to = { host, port: Number(port) };
  const tls =
    protocol === 'mqtts:'
      ? connectTls({ ...to, servername: isIP(host) === 0 ? host : '', rejectUnauthorized: false })
      : null;
  const socket = tls ?? connect(to);
  // what comes after the first failure says nothing new
  socket.on('error', () => undefined);
  const door: DeviceDoor = { isOpen: false, validTo: null };
  const signal = AbortSignal.timeout(answerMs);
  try {
    await once(socket, tls === null ? 'connect' : 'secureConnect', { signal });
    if (tls !== null) door.validTo = endOf(tls.getPeerCertificate().valid_to);
    socket.write(hello);
    const [answer] = (await once(socket, 'data', { signal })) as [Buffer];
    door.isOpen = answer[0] === connack;
  } catch {
    // it is shut
  } finally {
    socket.destroy();
  }
  return door;
}

function endOf(validTo: string | undefined): Date | null {
  const at = new Date(validTo ?? '');
  return Number.isNaN(at.getTime()) ? null : at;
}
