import { connect } from 'node:net';
import pg from 'pg';
import type { Settings } from './settings';
import { sentenceOf, StopWith } from './stop-with';

/** Looks once at each service that the environment names, so that a wrong address is one sentence now instead of a retry loop later. */
export async function checkExternalServices(settings: Settings): Promise<void> {
  if (settings.databaseUrl !== undefined) await checkDatabase(settings.databaseUrl);
  if (settings.redisUrl !== undefined)
    await checkPort('REDIS_URL', 'Redis', settings.redisUrl, 6379, 'keep the queues in PostgreSQL');
  if (settings.mqttUrl !== undefined) {
    await checkPort('MQTT_URL', 'MQTT broker', settings.mqttUrl, 1883, 'use the built-in broker');
    if (!process.env.MQTT_PASSWORD)
      throw new StopWith(
        'MQTT_URL names a broker of your own: set MQTT_PASSWORD (and MQTT_USERNAME, if it is not headland-server) to the account of the server there.',
      );
  }
}

async function checkDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ v: number }>(`SELECT current_setting('server_version_num')::int AS v`);
    const version = Math.floor((rows[0]?.v ?? 0) / 10_000);
    if (version < 15) throw new StopWith(`DATABASE_URL names a PostgreSQL ${version}; Headland needs 15 or newer.`);
  } catch (e) {
    if (e instanceof StopWith) throw e;
    if ((e as { code?: string }).code === '3D000') return; // the database is not there yet: the migration makes it
    throw new StopWith(
      `The database of DATABASE_URL does not answer (${sentenceOf(e)}): start it, correct the address, or unset DATABASE_URL to use the built-in PostgreSQL.`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function checkPort(
  key: string,
  what: string,
  url: string,
  standardPort: number,
  otherwise: string,
): Promise<void> {
  let address: URL;
  try {
    address = new URL(url);
  } catch {
    throw new StopWith(`${key} is not an address: ${url}`);
  }
  const port = Number(address.port) || standardPort;
  const host = address.hostname.replace(/^\[|\]$/g, '');
  const problem = await new Promise<string | null>((done) => {
    const socket = connect({ host, port, timeout: 5000 });
    const end = (text: string | null) => {
      socket.destroy();
      done(text);
    };
    socket.once('connect', () => end(null));
    socket.once('error', (e) => end(sentenceOf(e)));
    socket.once('timeout', () => end('no answer within 5 s'));
  });
  if (problem !== null)
    throw new StopWith(
      `The ${what} of ${key} does not answer (${problem}): start it, correct the address, or unset ${key} to ${otherwise}.`,
    );
}
