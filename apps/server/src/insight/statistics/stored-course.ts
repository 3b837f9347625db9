import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { courseValues, type CourseValue } from '@headland/contracts/course';
import { measuredValues } from '@headland/contracts/measured-values';
import type { Scope } from '../../platform/caller';
import { advisoryLockClasses, advisoryLocks } from '../../platform/database/advisory-locks';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';

/** The course of a model with more vehicles in scope than this is stored; fewer are read faster than they are stored. */
export const manyVehicles = 100;
const hourMs = 3_600_000;
/** Hours that one transaction aggregates: aggregation of new data waits for it. */
const hoursAtOnce = 24;

const running = 'nullif(b.idle_ms + b.work_ms + b.drive_ms, 0)';
/** Values of a bucket that are not in its arrays. */
export const derived: Partial<Record<CourseValue, string>> = {
  fuelRate: `b.fuel_l * 3600000 / ${running}`,
  work: `b.work_ms * 100.0 / ${running}`,
  engineHours: 'b.last_hours',
};
/** SQL of a value in a bucket; arrays of PostgreSQL begin at 1. */
export const readingOf = (value: CourseValue, array: 'means' | 'mins' | 'maxs'): string =>
  derived[value] ?? `b.${array}[${measuredValues.indexOf(value as (typeof measuredValues)[number]) + 1}]`;

/**
 * SQL of the mean of vehicles by 5 minutes, between the mean that 10 % of them are below and that which 10 % are above;
 * `from` is a relation `b` of 5-minute rows. Each value is sorted once.
 */
export const courseSql = (values: readonly CourseValue[], from: string): string =>
  `SELECT y.at, ARRAY[${values.map((_, i) => `y.m${i}`).join()}]::real[] AS means, ARRAY[${values.map((_, i) => `y.p${i}[1]`).join()}]::real[] AS lows,
     ARRAY[${values.map((_, i) => `y.p${i}[2]`).join()}]::real[] AS highs
   FROM (SELECT x.at, ${values.map((_, i) => `avg(x.v${i}) AS m${i}, percentile_cont(ARRAY[0.1, 0.9]) WITHIN GROUP (ORDER BY x.v${i}) AS p${i}`).join()}
     FROM (SELECT b.bucket AS at, ${values.map((value, i) => `(${readingOf(value, 'means')})::float8 AS v${i}`).join()} FROM ${from}) x GROUP BY x.at) y`;

interface Subject {
  model: number;
  scope: Scope;
}

/**
 * The course of the many vehicles of a model, stored by the hour for each scope that asks for it. Whoever writes
 * 5-minute rows deletes the hours of their models in the same transaction (`saveBuckets`), and a vehicle that moves
 * those of its model, also those that are just being made: what is stored is never older than its data.
 */
@Injectable()
export class StoredCourse {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Makes the hours of [from, to) that are missing, and answers SQL of the buckets: at, means, lows and highs of all `courseValues`. */
  async buckets(subject: Subject, from: Date, to: Date, parameter: (value: unknown) => string): Promise<string> {
    for (const run of consecutive(await this.missing(this.database.manager, subject, from, to)))
      await this.database.transaction(async (tx) => {
        // nothing is aggregated meanwhile: it would delete an hour before it is stored. Nor is the same made twice
        await tx.query(`SELECT pg_advisory_xact_lock_shared(${advisoryLocks.statistics})`);
        await tx.query(`SELECT pg_advisory_xact_lock(${advisoryLockClasses.courseOfModel}, $1)`, [subject.model]);
        if ((await this.missing(tx, subject, run.from, run.to)).length > 0) await this.make(tx, subject, run);
      });
    return `(SELECT bucket AS at, means, lows, highs FROM course_bucket WHERE model_id = ${parameter(subject.model)}::int AND scope_id = ${parameter(idOf(subject.scope))}::int
      AND bucket >= ${parameter(from)}::timestamptz AND bucket < ${parameter(to)}::timestamptz)`;
  }

  private async missing(tx: Tx, { model, scope }: Subject, from: Date, to: Date): Promise<Date[]> {
    const rows = await tx.query<{ hour: Date }[]>(
      `SELECT h.hour FROM generate_series(date_bin('1 hour', $3::timestamptz, 'epoch'), $4::timestamptz - interval '1 ms', interval '1 hour') AS h(hour)
       WHERE NOT EXISTS (SELECT 1 FROM course_hour c WHERE c.model_id = $1 AND c.scope_id = $2 AND c.hour = h.hour AND c."values" = $5::text[]) ORDER BY 1`,
      [model, idOf(scope), from, to, courseValues],
    );
    return rows.map((row) => row.hour);
  }

  private async make(tx: Tx, { model, scope }: Subject, { from, to }: { from: Date; to: Date }): Promise<void> {
    const where = new Where(scope, 'v.organization_id').andIf(model, (p) => `v.model_id = ${p}`);
    const [m, s] = [`${where.parameter(model)}::int`, `${where.parameter(idOf(scope))}::int`];
    const [start, end] = [`${where.parameter(from)}::timestamptz`, `${where.parameter(to)}::timestamptz`];
    const rows = `vehicle_5min b WHERE b.vehicle_id = ANY (ARRAY(SELECT v.id FROM vehicle v WHERE ${where.sql})) AND b.bucket >= ${start} AND b.bucket < ${end}`;
    // of buckets in which only vehicles ran that are not in the scope any more nothing is made
    await tx.query('DELETE FROM course_bucket WHERE model_id = $1 AND scope_id = $2 AND bucket >= $3 AND bucket < $4', [
      model,
      idOf(scope),
      from,
      to,
    ]);
    await tx.query(
      `WITH made AS (
         INSERT INTO course_hour (model_id, scope_id, hour, "values")
         SELECT ${m}, ${s}, h, ${where.parameter(courseValues)}::text[] FROM generate_series(${start}, ${end} - interval '1 hour', interval '1 hour') h
         ON CONFLICT (model_id, hour, scope_id) DO UPDATE SET "values" = excluded."values")
       INSERT INTO course_bucket (model_id, scope_id, bucket, means, lows, highs)
       SELECT ${m}, ${s}, c.at, c.means, c.lows, c.highs FROM (${courseSql(courseValues, rows)}) c
       ON CONFLICT (model_id, scope_id, bucket) DO UPDATE SET means = excluded.means, lows = excluded.lows, highs = excluded.highs`,
      where.parameters,
    );
  }
}

/** Runs of hours one after the other, each of `hoursAtOnce` at the most. */
function consecutive(hours: readonly Date[]): { from: Date; to: Date }[] {
  const runs: { from: Date; to: Date }[] = [];
  for (const from of hours) {
    const to = new Date(from.getTime() + hourMs);
    const last = runs.at(-1);
    if (last?.to.getTime() === from.getTime() && to.getTime() - last.from.getTime() <= hoursAtOnce * hourMs)
      last.to = to;
    else runs.push({ from, to });
  }
  return runs;
}

const idOf = (scope: Scope): number => (scope.all ? 0 : scope.organizationId);
