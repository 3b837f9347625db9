import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource, EntityManager } from 'typeorm';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config, runs } from '../../platform/config';
import { isDistributed } from '../../platform/database/distributed';
import { SingleDuties } from '../../platform/jobs/single-duties';
import { LOG } from '../../platform/log';
import { paced } from '../../platform/paced';
import { LateQuarters, lateBefore } from './late-15min';
import { atLength, boundsOf, dayMs, partitionOf, shortly, swapped } from './telemetry-day';

/** A step reads the whole day for its devices: few steps, and short transactions. */
const steps = { rows: 1_000_000, most: 16 };
/** Rows that came late and are moved in one transaction: a stripe. */
const lateAtOnce = 50_000;

type Engine = 'heap' | 'columnar';
interface Day {
  partition: string;
  engine: Engine;
}
const sameRow = (a: string, b: string): string =>
  ['device_key', 'ts', 'boot', 'seq'].map((column) => `${a}.${column} = ${b}.${column}`).join(' AND ');

/**
 * Days of telemetry that are older than TELEMETRY_COMPRESS_AFTER_DAYS become tables of the engine of TELEMETRY_COMPRESS
 * while everything runs, the newest first, and those of another engine become tables of this one. A day is copied device
 * by device, and the copy takes its place.
 *
 * What comes late for a columnar day, or for one that is being copied, is put into `telemetry_late` by a trigger
 * (a columnar table knows no ON CONFLICT), and moved into its day here. Each run begins where the last one was cut off;
 * idempotent. Runs in one jobs process.
 */
@Injectable()
export class TelemetryPack implements OnApplicationBootstrap {
  /** days that could not be packed since all were tried */
  private readonly failed = new Set<string>();

  constructor(
    duties: SingleDuties,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {
    duties.every('telemetry pack', 600_000, 'packing a day of telemetry failed; next try in ten minutes', () =>
      this.run(),
    );
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!runs(this.config, 'jobs') || this.config.TELEMETRY_COMPRESS === 'none' || (await this.hasColumnar())) return;
    this.log.warn(
      'TELEMETRY_COMPRESS=columnar, but this database has no such engine: telemetry stays as it is until somebody runs CREATE EXTENSION citus_columnar (docs/operations.md, Disk space of telemetry)',
    );
  }

  /** What came late, and one day: whether there was one. */
  async run(): Promise<boolean> {
    // on other machines a day is their matter
    if (await isDistributed(this.database)) return false;
    await this.settle();
    const wanted = this.config.TELEMETRY_COMPRESS === 'columnar' && (await this.hasColumnar()) ? 'columnar' : 'heap';
    const packedBefore = partitionOf(this.now().getTime() - this.config.TELEMETRY_COMPRESS_AFTER_DAYS * dayMs);
    // a day that fails is the last one to be tried again: it keeps none of the others from being packed
    const due = (await this.days())
      .map((day) => ({ ...day, to: day.partition < packedBefore ? wanted : 'heap' }) as const)
      .filter(({ engine, to }) => engine !== to);
    const day = due.find(({ partition }) => !this.failed.has(partition)) ?? due[0];
    if (day === undefined) return false;
    try {
      await this.pack(day.partition, day.engine, day.to);
      this.failed.delete(day.partition);
    } catch (error) {
      if (this.failed.has(day.partition)) this.failed.clear();
      this.failed.add(day.partition);
      throw error;
    }
    await this.settle();
    return true;
  }

  private async hasColumnar(): Promise<boolean> {
    return (await this.database.query<unknown[]>("SELECT 1 FROM pg_am WHERE amname = 'columnar'")).length > 0;
  }

  /** The newest first: the oldest go soon with their retention. Those that wait for telemetry-rewrite have another form yet. */
  private days(): Promise<Day[]> {
    return this.database.query<Day[]>(
      `SELECT c.relname AS partition, a.amname AS engine FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_am a ON a.oid = c.relam
       WHERE i.inhparent = 'telemetry'::regclass AND c.relname ~ '^telemetry_\\d{8}$' AND c.relname NOT IN (SELECT partition FROM telemetry_rewrite) ORDER BY 1 DESC`,
    );
  }

  private async pack(partition: string, from: Engine, to: Engine): Promise<void> {
    const began = performance.now();
    const copy = await this.begin(partition, from, to);
    const day = boundsOf(partition);
    for (const [first, last] of await this.deviceRanges(partition))
      await paced(() =>
        // by the parent: its columns have the order of the copy's
        atLength(
          this.database,
          `INSERT INTO "${copy}" SELECT * FROM telemetry WHERE ts >= '${day.from}' AND ts < '${day.to}' AND device_key >= $1 AND device_key < $2
           ORDER BY device_key, ts, boot, seq`,
          [first, last],
        ),
      );
    // full pages: built at once, and few rows come late
    await atLength(
      this.database,
      `ALTER TABLE "${copy}" ADD UNIQUE (device_key, ts, boot, seq) WITH (fillfactor = 100)`,
    );
    await atLength(this.database, `ANALYZE "${copy}"`);
    const rows = await this.verify(partition, copy);
    await this.takePlace(partition, copy, to);
    this.log.info(
      { partition, engine: to, rows, seconds: Math.round((performance.now() - began) / 1000) },
      'telemetry: a day was packed',
    );
  }

  /** An empty copy; what comes late from now on is in `telemetry_late`, too. */
  private begin(partition: string, from: Engine, to: Engine): Promise<string> {
    return this.database.transaction(async (tx) => {
      await shortly(tx, 3_000);
      // a name of its own for each beginning: another process that took over must not take a part for the whole
      const [next] = await tx.query<{ number: string }[]>("SELECT nextval('telemetry_rewrite_copy') AS number");
      const copy = `${partition}_p${next?.number}`;
      const day = boundsOf(partition);
      // with the check nothing is read to attach it
      await tx.query(
        `CREATE TABLE "${copy}" (LIKE telemetry, CONSTRAINT day CHECK (ts >= '${day.from}' AND ts < '${day.to}')) USING ${to}`,
      );
      if (from === 'heap')
        await tx.query(
          `CREATE OR REPLACE TRIGGER copied_row AFTER INSERT ON "${partition}" FOR EACH ROW EXECUTE FUNCTION to_telemetry_late()`,
        );
      return copy;
    });
  }

  /** Ranges of device keys, the last one without its end, with about so many rows each. */
  private async deviceRanges(partition: string): Promise<[first: number, last: number][]> {
    const borders = await this.database.query<{ first: number }[]>(
      `SELECT min(key) AS first FROM (
         SELECT key, ntile((SELECT least($2, greatest(1, ceil(reltuples / $3::float8)))::int FROM pg_class WHERE oid = $1::regclass)) OVER (ORDER BY key) AS part FROM device) d
       GROUP BY part HAVING part > 1 ORDER BY 1`,
      [partition, steps.most, steps.rows],
    );
    const ends = [-1, ...borders.map((b) => b.first), 2 ** 31 - 1];
    return ends.slice(1).map((last, i) => [ends[i] ?? 0, last]);
  }

  /** One snapshot of both. Of what came late during the copy some may be in it, some not; a packed day has none of it. */
  private async verify(partition: string, copy: string): Promise<number> {
    const [rows] = await atLength<{ of: string; copied: string }[]>(
      this.database,
      `SELECT (SELECT count(*) FROM "${partition}") AS of, (SELECT count(*) FROM "${copy}") +
         (SELECT count(*) FROM telemetry_late l WHERE EXISTS (SELECT FROM "${partition}" p WHERE ${sameRow('p', 'l')})
            AND NOT EXISTS (SELECT FROM "${copy}" c WHERE ${sameRow('c', 'l')})) AS copied`,
    );
    if (rows === undefined || rows.of !== rows.copied)
      throw new Error(`${partition} has ${rows?.of} rows, its packed copy ${rows?.copied}`);
    return Number(rows.of);
  }

  private takePlace(partition: string, copy: string, engine: Engine): Promise<void> {
    const { from, to } = boundsOf(partition);
    return swapped(this.database, async (tx) => {
      await tx.query(`ALTER TABLE telemetry DETACH PARTITION "${partition}"`);
      await tx.query(`ALTER TABLE telemetry ATTACH PARTITION "${copy}" FOR VALUES FROM ('${from}') TO ('${to}')`);
      await tx.query(`DROP TABLE "${partition}"`);
      await tx.query(`ALTER TABLE "${copy}" DROP CONSTRAINT day`);
      await tx.query(`ALTER TABLE "${copy}" RENAME TO "${partition}"`);
      if (engine === 'columnar')
        await tx.query(
          `CREATE TRIGGER late_row BEFORE INSERT ON "${partition}" FOR EACH ROW
           WHEN (current_setting('headland.late_rows', true) IS DISTINCT FROM 'move') EXECUTE FUNCTION to_telemetry_late()`,
        );
    });
  }

  /** What came late goes into its day. */
  private async settle(): Promise<void> {
    do
      await this.database.transaction(async (tx) => {
        await shortly(tx, 3_000);
        await this.dropUnfinished(tx);
        await this.moveLate(tx);
      });
    while ((await this.database.query<unknown[]>('SELECT 1 FROM telemetry_late LIMIT 1')).length > 0);
  }

  /**
   * What a process left behind that ended, or has lost its turn: then its copy cannot take the place of its day any more.
   * In one transaction with what is moved, since a late row that is in its day already may be missing in such a copy.
   */
  private async dropUnfinished(tx: EntityManager): Promise<void> {
    const copies = await tx.query<{ copy: string; partition: string; exists: boolean }[]>(
      `SELECT relname AS copy, left(relname, 18) AS partition, to_regclass(left(relname, 18)) IS NOT NULL AS exists
       FROM pg_class WHERE relkind = 'r' AND relname ~ '^telemetry_\\d{8}_p\\d+$'`,
    );
    for (const { copy, partition, exists } of copies) {
      await tx.query(`DROP TABLE "${copy}"`);
      if (exists) await tx.query(`DROP TRIGGER IF EXISTS copied_row ON "${partition}"`);
    }
  }

  /** By the index: few rows come late, and a day has millions. Statistics count the quarters that they belong to again. */
  private async moveLate(tx: EntityManager): Promise<void> {
    await tx.query(
      "SET LOCAL headland.late_rows = 'move'; SET LOCAL enable_seqscan = off; SET LOCAL columnar.enable_custom_scan = off; SET LOCAL jit = off",
    );
    const moved = await tx.query<{ vehicle: number | null; ts: Date }[]>(
      `WITH late AS (
         DELETE FROM telemetry_late WHERE ctid = ANY (ARRAY(SELECT ctid FROM telemetry_late LIMIT ${lateAtOnce})) RETURNING *
       ), moved AS (
         INSERT INTO telemetry SELECT * FROM late l WHERE (SELECT true FROM telemetry t WHERE ${sameRow('t', 'l')} LIMIT 1) IS NULL
         RETURNING vehicle_id, ts
       ) SELECT vehicle_id AS vehicle, ts FROM moved`,
    );
    const late = new LateQuarters(lateBefore(this.now().getTime()));
    for (const { vehicle, ts } of moved) late.add(vehicle, ts.getTime());
    await tx.query(
      'INSERT INTO late_telemetry (vehicle_id, quarter) SELECT * FROM unnest($1::int[], $2::timestamptz[])',
      [late.vehicles, late.quarters.map((quarter) => new Date(quarter))],
    );
  }
}
