import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';

/** A server that has said nothing to a statement for so long is asked whether it still works at it. */
const silentMs = 15_000;
/** One that does not answer in this time is away. */
const awayMs = 10_000;

/** What is used of the driver's client (pg/lib/client.js) beyond its types. */
interface Driver {
  connection: { stream: Socket };
  /** no statement is under way */
  readyForQuery: boolean;
  processID: number | null;
}

/**
 * A client whose statement does not wait for a server that vanished without a word. Keep-alive notices that for a quiet
 * connection only: while something is unacknowledged Linux sends no probes and gives up after a quarter of an hour. So a
 * second connection asks whether the session still works at it. What takes its time (a lock, a standby that each commit
 * waits for, a day that is packed) goes on. Not through a pooler, which numbers sessions itself, nor where an address
 * leads to several servers.
 */
export class WatchedClient extends pg.Client {
  constructor(config: string | pg.ClientConfig = {}) {
    super(config);
    const url = typeof config === 'string' ? config : config.connectionString;
    this.once('connect', () => watch(this as unknown as Driver, url));
  }
}

function watch(client: Driver, url: string | undefined): void {
  const { stream } = client.connection;
  const ask = async (): Promise<void> => {
    const heard = stream.bytesRead;
    // a statement that begins later starts the time anew
    if (client.readyForQuery || (await isAtWork(url, client.processID))) {
      if (!stream.destroyed) stream.setTimeout(silentMs);
      return;
    }
    // what the session has answered meanwhile may have come, and is read before
    await setImmediate();
    if (stream.bytesRead === heard) stream.destroy();
  };
  stream.on('timeout', () => void ask());
  stream.setTimeout(silentMs);
}

/** A server that answers but takes no connection has its sessions still, except while it starts or ends. */
async function isAtWork(url: string | undefined, processId: number | null): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'headland-watch',
    connectionTimeoutMillis: awayMs,
    query_timeout: awayMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query(
      "SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND COALESCE(state, '') NOT LIKE 'idle%'",
      [processId],
    );
    return rows.length > 0;
  } catch (error) {
    return error instanceof pg.DatabaseError && error.code?.startsWith('57P') !== true;
  } finally {
    void client.end().catch(() => undefined);
  }
}
