import type { Readable } from 'node:stream';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { advisoryLocks } from '../database/advisory-locks';
import { BackupProblem, type SequenceValue, type TableDump } from './manifest';

/**
 * Held exclusively by migrations and restores, shared by backups. A migration rewrites tables, and rewritten rows are
 * invisible in an older snapshot.
 */
export const schemaLock = `pg_advisory_lock(${advisoryLocks.schema})`;
const schemaLockShared = `pg_try_advisory_lock_shared(${advisoryLocks.schema})`;

export type Table = Omit<TableDump, 'rows'>;

/**
 * A consistent snapshot of a database. One connection holds the snapshot; each table is read in a transaction of its
 * own that imports it, so that a table is locked (ACCESS SHARE) only while it is read: a lock on `telemetry` or its
 * default partition for the whole backup would keep ingest from creating the partition of a new day.
 */
export class DatabaseSnapshot {
  private constructor(
    private readonly holder: pg.Client,
    private readonly reader: pg.Client,
    private readonly snapshot: string,
    readonly postgres: string,
  ) {}

  static async take(url: string): Promise<DatabaseSnapshot> {
    const [holder, reader] = await Promise.all([connect(url), connect(url)]);
    try {
      const { rows: got } = await holder.query<{ ok: boolean }>(`SELECT ${schemaLockShared} AS ok`);
      if (got[0]?.ok !== true)
        throw new BackupProblem('A migration or a restore is under way: try again when it has ended.');
      await holder.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const { rows } = await holder.query<{ snapshot: string; version: string }>(
        "SELECT pg_export_snapshot() AS snapshot, current_setting('server_version') AS version",
      );
      const [row] = rows;
      if (row === undefined) throw new Error('no snapshot');
      return new DatabaseSnapshot(holder, reader, row.snapshot, row.version);
    } catch (error) {
      await Promise.all([holder.end(), reader.end()]);
      throw error;
    }
  }

  async migrations(): Promise<string[]> {
    const rows = await this.query<{ name: string }>('SELECT name FROM migrations ORDER BY id');
    return rows.map((r) => r.name);
  }

  /**
   * Transaction ids (xid8) mean nothing in another cluster: those columns get their default, the transaction of the
   * restore.
   */
  tables(): Promise<Table[]> {
    return this.query<Table>(`
      SELECT c.relname AS name, p.relname AS parent, pg_get_expr(c.relpartbound, c.oid) AS bound,
        (SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) ORDER BY a.attnum) FROM pg_attribute a
          WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND a.atttypid <> 'xid8'::regtype) AS columns
      FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid LEFT JOIN pg_class p ON p.oid = i.inhparent
      WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace AND c.relname <> 'migrations'
      ORDER BY c.relname`);
  }

  /** Read after the snapshot: no row of it has a higher number. */
  async sequences(): Promise<SequenceValue[]> {
    const names = await this.query<{ name: string }>(`SELECT relname AS name FROM pg_class
      WHERE relkind = 'S' AND relnamespace = current_schema()::regnamespace AND relname <> 'migrations_id_seq' ORDER BY relname`);
    const values: SequenceValue[] = [];
    for (const { name } of names) {
      const [row] = await this.query<{ value: string; isCalled: boolean }>(
        `SELECT last_value::text AS value, is_called AS "isCalled" FROM ${pg.escapeIdentifier(name)}`,
      );
      if (row !== undefined) values.push({ name, ...row });
    }
    return values;
  }

  async *files(): AsyncGenerator<{ id: string; kind: string }> {
    for (let after = ''; ;) {
      const rows = await this.query<{ id: string; kind: string }>(
        'SELECT id, kind FROM stored_file WHERE id > $1 ORDER BY id LIMIT 1000',
        [after],
      );
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last.id;
    }
  }

  /**
   * Streams the rows as PostgreSQL's COPY text; returns their count, or null if the table was dropped since (a day past
   * its retention).
   */
  async copy(table: Table, consume: (rows: Readable) => Promise<unknown>): Promise<number | null> {
    await this.reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await this.reader.query(`SET TRANSACTION SNAPSHOT '${this.snapshot}'`);
    const columns = table.columns.map((c) => pg.escapeIdentifier(c.name)).join(', ');
    const name = pg.escapeIdentifier(table.name);
    try {
      await this.reader.query(`LOCK TABLE ${name} IN ACCESS SHARE MODE`);
    } catch (error) {
      await this.reader.query('ROLLBACK');
      if ((error as { code?: string }).code === '42P01') return null;
      throw error;
    }
    const rows = this.reader.query(copyTo(`COPY ${name} (${columns}) TO STDOUT`));
    await consume(rows);
    await this.reader.query('COMMIT');
    return rows.rowCount;
  }

  /** Bytes of the last back-up, 0 where none is noted. Not in the transaction of the snapshot: an older schema does not have the table. */
  async lastBytes(): Promise<number> {
    const { rows } = await this.reader.query<{ bytes: string | null }>('SELECT bytes FROM last_backup');
    return Number(rows[0]?.bytes ?? 0);
  }

  /** For the metric of its age; not in the back-up itself, whose snapshot ends here. */
  async noteBackup(bytes: number): Promise<void> {
    await this.holder.query('COMMIT');
    await this.holder.query(
      `INSERT INTO last_backup (made_at, bytes) VALUES (now(), $1)
       ON CONFLICT (one) DO UPDATE SET made_at = excluded.made_at, bytes = excluded.bytes`,
      [bytes],
    );
  }

  async end(): Promise<void> {
    await Promise.all([this.holder.end(), this.reader.end()]);
  }

  private async query<T extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<T[]> {
    return (await this.holder.query<T>(sql, values)).rows;
  }
}

/** Times in UTC, whatever the account's setting. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'headland-backup',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options: '-c timezone=UTC -c datestyle=ISO',
  });
  client.on('error', () => undefined); // the pending query reports it
  await client.connect();
  return client;
}
