import pg from 'pg';
import type { Logger } from 'pino';

/**
 * One connection that listens to NOTIFY channels and reconnects. A notification is only a hint: listeners must also
 * read the tables after `onConnect`, since notifications during a disconnect are lost.
 */
export class Listener {
  private client: pg.Client | null = null;
  private timer: NodeJS.Timeout | null = null;
  private stopped = false;

  constructor(
    private readonly databaseUrl: string,
    private readonly handlers: Record<string, (payload: string) => void>,
    private readonly onConnect: () => void,
    private readonly log: Logger,
  ) {}

  start(): void {
    void this.connect();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.databaseUrl,
      application_name: 'headland-listener',
      keepAlive: true,
      // it sends nothing itself: a host that vanishes without a word is noticed by this alone
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: 5_000,
    });
    let lost = false;
    const reconnect = (): void => {
      if (lost || this.stopped) return;
      lost = true;
      client.removeAllListeners();
      client.on('error', () => undefined);
      void client.end().catch(() => undefined);
      this.timer = setTimeout(() => void this.connect(), 500);
    };
    client.on('error', reconnect);
    client.on('end', reconnect);
    client.on('notification', (n) => this.handlers[n.channel]?.(n.payload ?? ''));
    try {
      await client.connect();
      for (const channel of Object.keys(this.handlers))
        await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
      this.client = client;
      if (this.stopped) await client.end();
      else this.onConnect();
    } catch (error) {
      this.log.debug({ error }, 'listener: cannot connect');
      reconnect();
    }
  }
}
