import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { found, ok, type Finding } from './finding';

const dayMs = 86_400_000;
interface Shown {
  validTo: Date;
  subject: string;
  /** what a client that trusts the usual authorities objects to */
  problem: string | null;
}

/** `host:port` of each door with TLS, as clients see it. */
export async function checkCertificates(doors: readonly string[], now: Date): Promise<Finding[]> {
  if (doors.length === 0)
    return [ok('tls', 'no address with TLS is named (PUBLIC_URL, MQTT_URL, DEVICE_URL, --tls host:port)')];
  return (await Promise.all(doors.map((door) => checkDoor(door, now)))).flat();
}

async function checkDoor(door: string, now: Date): Promise<Finding[]> {
  const { hostname, port } = new URL(`tls://${door}`);
  const socket = connect({
    host: hostname,
    port: Number(port),
    servername: isIP(hostname) === 0 ? hostname : '',
    rejectUnauthorized: false,
  });
  socket.setTimeout(5_000, () => socket.destroy(new Error('no answer in 5 s')));
  try {
    await once(socket, 'secureConnect');
    const certificate = socket.getPeerCertificate();
    const { authorizationError } = socket as { authorizationError?: Error | string };
    return judgeCertificate(
      door,
      {
        validTo: new Date(certificate.valid_to),
        subject: String(certificate.subject?.CN ?? hostname),
        problem: socket.authorized ? null : inWords(authorizationError),
      },
      now,
    );
  } catch (error) {
    return [
      found(
        'warning',
        `tls.${door}`,
        `no TLS there: ${(error as Error).message}`,
        'from here the certificate cannot be judged',
        'start what ends TLS, or run this where the address is reached',
      ),
    ];
  } finally {
    socket.destroy();
  }
}

const objections: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is signed by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'its authority is not known here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its authority is not known here, or a part of the chain is missing',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'a part of the chain is missing, or its authority is not known here',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another name',
  CERT_NOT_YET_VALID: 'it is not valid yet: look at the clock of this machine',
};
/** Node has a code here, or an error with one. */
function inWords(objection: Error | string | undefined): string {
  const code = typeof objection === 'object' ? ((objection as NodeJS.ErrnoException).code ?? '') : String(objection);
  return `${objections[code] ?? 'clients do not trust it'} (${code})`;
}

export function judgeCertificate(door: string, { validTo, subject, problem }: Shown, now: Date): Finding[] {
  const days = Math.floor((validTo.getTime() - now.getTime()) / dayMs);
  const until = `${subject}, valid until ${validTo.toISOString().slice(0, 10)}`;
  const renew = 'renew it, and start again what ends TLS (infra/README.md, TLS)';
  const refused = 'browsers refuse the address, and devices do not connect';
  const expiry =
    days < 0
      ? found('error', `tls.${door}.expiry`, `expired: ${until}`, refused, renew)
      : days < 14
        ? found('warning', `tls.${door}.expiry`, `${days} days are left: ${until}`, `then ${refused}`, renew)
        : ok(`tls.${door}.expiry`, until);
  if (problem === null || days < 0) return [expiry, ...(problem === null ? [ok(`tls.${door}.chain`, 'trusted')] : [])];
  return [
    expiry,
    found(
      'error',
      `tls.${door}.chain`,
      problem,
      refused,
      'serve the whole chain (fullchain.pem) of an authority that clients know, for this name; for an authority of your own start this with NODE_EXTRA_CA_CERTS',
    ),
  ];
}
