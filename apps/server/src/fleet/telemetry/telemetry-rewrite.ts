import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../../platform/clock';
import { columnName } from '../../platform/database/columns-of';
import { SingleDuties } from '../../platform/jobs/single-duties';
import { LOG } from '../../platform/log';
import { ingestMetrics } from '../../platform/metrics';
import { paced } from '../../platform/paced';
import { signals, signalSql } from './signal-columns.reads';
import { atLength, boundsOf, dayMs, partitionOf, shortly, swapped } from './telemetry-day';

/** 32 MB, some 60,000 rows: half a second. */
const pagesAtOnce = 4_096;

interface Day {
  partition: string;
  copy: string | null;
}

/**
 * Rewrites days of telemetry of before the columns of `signal-columns`, the newest first, while everything runs: a day
 * is copied page by page, what comes late goes into both, and the copy takes its place. A day that has not ended is left
 * for later. Begins a day again when it is cut off; idempotent. Runs in one jobs process.
 */
@Injectable()
export class TelemetryRewrite {
  constructor(
    duties: SingleDuties,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {
    duties.every('telemetry rewrite', 3_600_000, 'rewriting a day of telemetry failed; next try in an hour', () =>
      this.run(),
    );
  }

  async run(): Promise<void> {
    // an hour after its end nobody writes into a day any more but with late data
    const ended = partitionOf(this.now().getTime() - dayMs - 3_600_000);
    // a day that fails keeps none of the others from being rewritten
    const failures = new Map<string, Error>();
    for (;;) {
      const days = await this.database.query<Day[]>(
        'SELECT partition, copy FROM telemetry_rewrite ORDER BY partition DESC',
      );
      ingestMetrics.daysToRewrite.set(days.length);
      const day = days.find((d) => d.partition <= ended && !failures.has(d.partition));
      if (day === undefined) break;
      await this.rewrite(day).catch((error: Error) => failures.set(day.partition, error));
    }
    const [failure, ...others] = failures.values();
    for (const error of others) this.log.error({ error }, 'telemetry: a day was not rewritten');
    if (failure !== undefined) throw failure;
  }

  private async rewrite({ partition, copy: former }: Day): Promise<void> {
    const began = performance.now();
    const copy = await this.begin(partition, former);
    if (copy === null) return;
    const [size] = await this.database.query<{ pages: number }[]>(
      "SELECT (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int AS pages",
      [partition],
    );
    const columns = await this.columnsOf(partition);
    for (let page = 0; page < (size?.pages ?? 0); page += pagesAtOnce)
      // in the order of devices: the samples of one lie together
      await paced(() =>
        this.database.query(
          `INSERT INTO "${copy}" (${columns.names}) SELECT ${columns.values} FROM "${partition}" t
           WHERE t.ctid >= '(${page},0)' AND t.ctid < '(${page + pagesAtOnce},0)' ORDER BY t.device_key, t.ts, t.boot, t.seq ON CONFLICT DO NOTHING`,
        ),
      );
    // one snapshot of both: what is still being written is in neither or in both
    const [rows] = await atLength<{ of: string; copied: string }[]>(
      this.database,
      `SELECT (SELECT count(*) FROM "${partition}") AS of, (SELECT count(*) FROM "${copy}") AS copied`,
    );
    if (rows === undefined || rows.of !== rows.copied)
      throw new Error(`${partition} has ${rows?.of} rows, its copy ${rows?.copied}`);
    await atLength(this.database, `ANALYZE "${copy}"`);
    await this.takePlace(partition, copy);
    this.log.info(
      { partition, rows: Number(rows.of), seconds: Math.round((performance.now() - began) / 1000) },
      'telemetry: the signals of a day are columns now',
    );
  }

  /** An empty copy that receives what comes late from now on; null where the day is gone. */
  private begin(partition: string, former: string | null): Promise<string | null> {
    return this.database.transaction(async (tx) => {
      await shortly(tx, 3_000);
      if (former !== null) await tx.query(`DROP TABLE IF EXISTS "${former}"`);
      const [found] = await tx.query<{ oid: string | null }[]>('SELECT to_regclass($1) AS oid', [partition]);
      if (found?.oid == null) {
        await tx.query('DELETE FROM telemetry_rewrite WHERE partition = $1', [partition]);
        return null;
      }
      // a name of its own for each beginning: another process that took over must not take a part for the whole
      const [next] = await tx.query<{ number: string }[]>("SELECT nextval('telemetry_rewrite_copy') AS number");
      const copy = `${partition}_r${next?.number}`;
      const { from, to } = boundsOf(partition);
      await tx.query(`CREATE TABLE "${copy}" (LIKE "${partition}" INCLUDING ALL)`);
      // with it nothing is read to attach the table
      await tx.query(`ALTER TABLE "${copy}" ADD CONSTRAINT day CHECK (ts >= '${from}' AND ts < '${to}')`);
      await tx.query(
        `CREATE OR REPLACE TRIGGER late_row AFTER INSERT ON "${partition}" FOR EACH ROW EXECUTE FUNCTION copy_late_row('${copy}')`,
      );
      await tx.query('UPDATE telemetry_rewrite SET copy = $2 WHERE partition = $1', [partition, copy]);
      return copy;
    });
  }

  private async columnsOf(partition: string): Promise<{ names: string; values: string }> {
    const columns = await this.database.query<{ name: string }[]>(
      'SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum',
      [partition],
    );
    const values = new Map<string, string>(signals.map((signal) => [columnName(signal), signalSql('t', signal)]));
    values.set('signals', 'NULL');
    const names = columns.map((c) => c.name);
    return { names: names.join(', '), values: names.map((name) => values.get(name) ?? `t.${name}`).join(', ') };
  }

  private takePlace(partition: string, copy: string): Promise<void> {
    const { from, to } = boundsOf(partition);
    return swapped(this.database, async (tx) => {
      const [mine] = await tx.query<{ copy: string | null }[]>(
        'SELECT copy FROM telemetry_rewrite WHERE partition = $1 FOR UPDATE',
        [partition],
      );
      if (mine?.copy !== copy) throw new Error(`${partition} is rewritten by another process`);
      await tx.query(`ALTER TABLE telemetry DETACH PARTITION "${partition}"`);
      await tx.query(`ALTER TABLE telemetry ATTACH PARTITION "${copy}" FOR VALUES FROM ('${from}') TO ('${to}')`);
      await tx.query(`DROP TABLE "${partition}"`);
      await tx.query(`ALTER TABLE "${copy}" DROP CONSTRAINT day`);
      await tx.query(`ALTER TABLE "${copy}" RENAME TO "${partition}"`);
      await tx.query('DELETE FROM telemetry_rewrite WHERE partition = $1', [partition]);
    });
  }
}
