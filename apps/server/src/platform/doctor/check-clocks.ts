import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import pg from 'pg';
import { found, ok, type Finding } from './finding';

/** This machine against the database, and, where they can be asked, against its own NTP and a server of it. */
export async function checkClocks(databaseUrl: string, ntpServer?: string): Promise<Finding[]> {
  return [
    ...(await checkDatabaseClock(databaseUrl)),
    ...checkSynchronized(),
    ...(ntpServer === undefined ? [] : [await checkNtp(ntpServer)]),
  ];
}

async function checkDatabaseClock(url: string): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const asked = Date.now();
    const { rows } = await client.query<{ ms: number }>(
      'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
    );
    const halfWay = (asked + Date.now()) / 2;
    return [judgeSkew('clock.database', (halfWay - (rows[0]?.ms ?? 0)) / 1000, 'the database')];
  } catch {
    // checkDatabase says so
    return [];
  } finally {
    await client.end().catch(() => undefined);
  }
}

export function judgeSkew(id: string, seconds: number, other: string): Finding {
  const text = `this machine is ${Math.abs(seconds).toFixed(2)} s ${seconds < 0 ? 'behind' : 'ahead of'} ${other}`;
  if (Math.abs(seconds) < 1) return ok(id, text);
  return found(
    Math.abs(seconds) > 5 ? 'error' : 'warning',
    id,
    text,
    'logins, certificates and logs go by this machine, escalations and messages by the database',
    'run NTP on both (chrony, systemd-timesyncd)',
  );
}

function checkSynchronized(): Finding[] {
  const { status, stdout } = spawnSync('timedatectl', ['show', '--property=NTPSynchronized'], { encoding: 'utf8' });
  // a container has no systemd: its clock is that of the host
  if (status !== 0) return [ok('clock.synchronized', 'not known here: look at the host')];
  return [
    stdout.trim().endsWith('=yes')
      ? ok('clock.synchronized', 'by NTP')
      : found(
          'warning',
          'clock.synchronized',
          'the clock of this machine is not synchronized',
          'it drifts by seconds a week',
          'timedatectl set-ntp true',
        ),
  ];
}

const ntpPort = 123;
/** From 1900, as NTP counts, to 1970. */
const ntpEpochSeconds = 2_208_988_800;

/** One question of SNTP: `host` or `host:port`. */
async function checkNtp(server: string): Promise<Finding> {
  const [host = server, port = String(ntpPort)] = server.split(':');
  const socket = createSocket('udp4');
  try {
    const question = Buffer.alloc(48);
    question[0] = 0x1b;
    const asked = Date.now();
    const answered = once(socket, 'message', { signal: AbortSignal.timeout(3_000) });
    socket.send(question, Number(port), host);
    const [answer] = (await answered) as [Buffer];
    const seconds = answer.readUInt32BE(40) - ntpEpochSeconds + answer.readUInt32BE(44) / 2 ** 32;
    return judgeSkew('clock.ntp', ((asked + Date.now()) / 2 - seconds * 1000) / 1000, server);
  } catch (error) {
    return found(
      'warning',
      'clock.ntp',
      `${server} does not answer: ${(error as Error).message}`,
      'the clock was compared with the database alone',
      'name an NTP server that this machine reaches',
    );
  } finally {
    socket.close();
  }
}
