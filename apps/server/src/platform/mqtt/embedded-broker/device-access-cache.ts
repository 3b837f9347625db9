import pg from 'pg';
import type { Logger } from 'pino';
import { Listener } from '../../database/listener';

/** What the broker must know of a registered device. */
export interface DeviceAccess {
  secretHash: string;
  inUse: boolean;
}

const maxKnown = 200_000;
const maxUnknown = 10_000;
const retryMs = 500;

/**
 * Cache of the devices that may connect. NOTIFY 'device_access' names a device whose row has changed; it is reloaded
 * and the broker is notified. While PostgreSQL is away cached devices still connect; then the whole cache is
 * reloaded.
 */
export class DeviceAccessCache {
  private readonly pool: pg.Pool;
  private readonly listener: Listener;
  private readonly known = new Map<string, DeviceAccess>();
  private readonly unknown = new Set<string>();
  private readonly asked = new Map<
    string,
    { answer: Promise<DeviceAccess | null>; resolve: (a: DeviceAccess | null) => void; reject: (e: unknown) => void }
  >();
  private readonly changed = new Set<string>();
  private working = false;
  private stopped = false;

  constructor(
    databaseUrl: string,
    private readonly onChange: (id: string, access: DeviceAccess | null) => void,
    private readonly log: Logger,
    private readonly mostKnown = maxKnown,
  ) {
    this.pool = new pg.Pool({
      connectionString: databaseUrl,
      max: 2,
      connectionTimeoutMillis: 2_000,
      query_timeout: 3_000,
      application_name: 'headland-broker',
    });
    this.pool.on('error', () => undefined); // an idle connection was closed; the next query opens one
    this.listener = new Listener(
      databaseUrl,
      { device_access: (id) => this.onChanged([id]) },
      () => this.onChanged(this.known.keys()),
      log,
    );
    this.listener.start();
  }

  /** Null for an unregistered id. Rejects if that cannot be checked because PostgreSQL is away. */
  find(id: string): Promise<DeviceAccess | null> {
    const known = this.known.get(id);
    if (known !== undefined) return Promise.resolve(known);
    if (this.unknown.has(id)) return Promise.resolve(null);
    const running = this.asked.get(id);
    if (running) return running.answer;
    let resolve: (a: DeviceAccess | null) => void = () => undefined;
    let reject: (e: unknown) => void = () => undefined;
    const answer = new Promise<DeviceAccess | null>((a, b) => ([resolve, reject] = [a, b]));
    this.asked.set(id, { answer, resolve, reject });
    void this.work();
    return answer;
  }

  async isReady(): Promise<boolean> {
    return this.pool.query('SELECT 1').then(
      () => true,
      () => false,
    );
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.listener.stop();
    await this.pool.end();
  }

  private onChanged(ids: Iterable<string>): void {
    for (const id of ids) this.changed.add(id);
    this.unknown.clear();
    void this.work();
  }

  /**
   * One query at a time, for all connects and changes in the meantime: a whole fleet that reconnects needs a few
   * queries, not ten thousand, and an older result never overwrites a newer one.
   */
  private async work(): Promise<void> {
    if (this.working) return;
    this.working = true;
    while (!this.stopped && (this.asked.size > 0 || this.changed.size > 0)) {
      const questions = new Map(this.asked);
      const changes = new Set(this.changed);
      this.asked.clear();
      this.changed.clear();
      try {
        const found = await this.read([...new Set([...questions.keys(), ...changes])]);
        for (const id of changes) {
          const before = this.known.get(id);
          const now = found.get(id) ?? null;
          // one that was known and is not any more may be connected with what it had
          if (
            before === undefined ||
            now === null ||
            now.inUse !== before.inUse ||
            now.secretHash !== before.secretHash
          )
            this.onChange(id, now);
          this.remember(id, now);
        }
        for (const [id, { resolve }] of questions) resolve(this.remember(id, found.get(id) ?? null));
      } catch (error) {
        this.log.debug({ error }, 'broker: cannot read devices');
        for (const { reject } of questions.values()) reject(error);
        for (const id of changes) this.changed.add(id);
        if (changes.size > 0) await new Promise((r) => setTimeout(r, retryMs));
      }
    }
    this.working = false;
  }

  private async read(ids: string[]): Promise<Map<string, DeviceAccess>> {
    const { rows } = await this.pool.query<{ id: string; secret_hash: string; status: string }>(
      'SELECT id, secret_hash, status FROM device WHERE id = ANY($1)',
      [ids],
    );
    return new Map(rows.map((row) => [row.id, { secretHash: row.secret_hash, inUse: row.status === 'in_use' }]));
  }

  private remember(id: string, access: DeviceAccess | null): DeviceAccess | null {
    this.known.delete(id);
    if (access === null) {
      if (this.unknown.size >= maxUnknown) this.unknown.clear();
      this.unknown.add(id);
      return null;
    }
    this.unknown.delete(id);
    this.known.set(id, access);
    if (this.known.size > this.mostKnown) {
      const oldest = this.known.keys().next();
      if (!oldest.done) this.known.delete(oldest.value);
    }
    return access;
  }
}
