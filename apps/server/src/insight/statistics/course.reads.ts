import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import {
  courseDigits,
  courseValues,
  type CourseValue,
  courses,
  type CourseVehicle,
  defaultCourse,
} from '@headland/contracts/course';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { mayRead } from '@headland/domain/access';
import { severityOfRank } from '@headland/domain/fault';
import { maskName } from '@headland/domain/mask';
import { bucketMs } from '@headland/domain/statistics-quarter';
import { dayBounds, dayOf } from '@headland/domain/zone-day';
import { ownedAt } from '../../incidents/context/counted-by.reads';
import { whollyOwned } from '../../ownership/owner-transfer/own-time.reads';
import { CLOCK, type Clock } from '../../platform/clock';
import type { Caller } from '../../platform/caller';
import { ReadReplica } from '../../platform/database/read-replica';
import { Where } from '../../platform/database/where';
import { Problem } from '../../platform/problem';
import { courseSql, derived, manyVehicles, readingOf, StoredCourse } from './stored-course';

type Subject = Parsed<typeof courses.read>['params'];
type Course = Reply<typeof courses.read>;
const vehiclesAtOnce = 50;
const maxMarks = 500;

/**
 * Measured values of vehicles over time, from the 5-minute aggregates. A customer has the machines of the own time, also one that was sold since,
 * and of each what was measured in that time.
 */
@Injectable()
export class CourseReads {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly stored: StoredCourse,
    private readonly replica: ReadReplica,
  ) {}

  /** Throws NOT_FOUND for a model without vehicles in scope, or a customer who never had one of them. */
  async vehicles(
    { params, query }: Parsed<typeof courses.vehicles>,
    caller: Caller,
  ): Promise<Reply<typeof courses.vehicles>> {
    const where = vehiclesOf(params, caller);
    const customer = `(SELECT c.name FROM customer c WHERE c.id = ${where.parameter(params.id)}::int)`;
    const [subject] = await this.database.query<{ total: number; model: string; customer: string | null }[]>(
      `SELECT count(*)::int AS total, min(m.name) AS model, ${customer} AS customer
       FROM vehicle v JOIN model m ON m.id = v.model_id WHERE ${where.sql}`,
      where.parameters,
    );
    if (subject === undefined || subject.total === 0) throw new Problem('NOT_FOUND');
    const found = vehiclesOf(params, caller).contains(query.q, 'v.vin');
    return {
      name: params.subject === 'models' ? subject.model : maskName(subject.customer ?? ''),
      total: subject.total,
      vehicles: await this.database.query(
        `SELECT v.id, v.vin, m.name AS model FROM vehicle v JOIN model m ON m.id = v.model_id WHERE ${found.sql} ORDER BY v.vin LIMIT ${vehiclesAtOnce}`,
        found.parameters,
      ),
    };
  }

  read(course: Parsed<typeof courses.read>, caller: Caller): Promise<Course> {
    return this.replica.read((database) => this.readFrom(database, course, caller));
  }

  private async readFrom(
    database: DataSource,
    { params, query }: Parsed<typeof courses.read>,
    caller: Caller,
  ): Promise<Course> {
    const today = dayOf(this.clock().getTime(), caller.timeZone);
    const from = dayBounds(query.from ?? today, caller.timeZone).from;
    const to = dayBounds(query.to ?? today, caller.timeZone).to;
    const where = vehiclesOf(params, caller).andIf(query.vehicleId, (p) => `v.id = ${p}`);
    const [found] = await database.query<{ ids: number[] | null }[]>(
      `SELECT array_agg(v.id) AS ids FROM vehicle v WHERE ${where.sql}`,
      where.parameters,
    );
    if (found === undefined || found.ids === null) throw new Problem('NOT_FOUND');
    const { ids } = found;
    const period: Period = { ids, from: new Date(from), to: new Date(to), subject: params };
    const wanted = courseValues.filter((v) => (query.values.length > 0 ? query.values : defaultCourse).includes(v));
    const [lines, states, faults, sos, progress] = await Promise.all([
      query.vehicleId === undefined
        ? this.linesOfMany(database, period, wanted, params, caller)
        : this.linesOfOne(database, period, wanted),
      query.vehicleId === undefined ? [] : this.states(database, period),
      mayRead(caller, 'breakdown') ? this.faults(database, period) : [],
      mayRead(caller, 'sos') ? this.sos(database, period) : [],
      database.query<{ counted_from: Date }[]>('SELECT counted_from FROM figures_progress'),
    ]);
    return {
      from,
      to,
      bucketMs,
      vehicle: query.vehicleId === undefined ? null : await this.named(database, query.vehicleId),
      ...lines,
      states,
      faults,
      sos,
      counting: from < (progress[0]?.counted_from.getTime() ?? Infinity),
    };
  }

  private async named(database: DataSource, id: number): Promise<CourseVehicle | null> {
    const [vehicle] = await database.query<CourseVehicle[]>(
      'SELECT v.id, v.vin, m.name AS model FROM vehicle v JOIN model m ON m.id = v.model_id WHERE v.id = $1',
      [id],
    );
    return vehicle ?? null;
  }

  private async linesOfOne(database: DataSource, period: Period, wanted: readonly CourseValue[]): Promise<Lines> {
    const rows = await database.query<Row[]>(
      `SELECT date_part('epoch', b.bucket) * 1000 AS at, ARRAY[${wanted
        .flatMap((value) => [
          readingOf(value, 'means'),
          derived[value] === undefined ? readingOf(value, 'mins') : 'NULL',
          derived[value] === undefined ? readingOf(value, 'maxs') : 'NULL',
        ])
        .map((sql) => `(${sql})::float4`)
        .join()}] AS values
       FROM vehicle_5min b WHERE b.vehicle_id = ANY ($1::int[]) AND b.bucket >= $2 AND b.bucket < $3 AND ${ownBuckets(period.subject)} ORDER BY b.bucket`,
      [period.ids, period.from, period.to],
    );
    return { vehicles: rows.length === 0 ? 0 : 1, ...linesFrom(rows, wanted) };
  }

  private async linesOfMany(
    database: DataSource,
    period: Period,
    wanted: readonly CourseValue[],
    { subject, id }: Subject,
    { scope }: Caller,
  ): Promise<Lines> {
    const { ids, from, to } = period;
    const parameters: unknown[] = [];
    const parameter = (value: unknown): string => `$${parameters.push(value)}`;
    const isStored = subject === 'models' && ids.length > manyVehicles;
    const end = new Date(Math.min(to.getTime(), this.clock().getTime()));
    const source = isStored
      ? await this.stored.buckets({ model: id, scope }, from, end, parameter)
      : `(${courseSql(
          wanted,
          `vehicle_5min b WHERE b.vehicle_id = ANY (${parameter(ids)}::int[]) AND b.bucket >= ${parameter(from)} AND b.bucket < ${parameter(to)} AND ${ownBuckets(period.subject)}`,
        )})`;
    const places = wanted.map((value, i) => (isStored ? courseValues.indexOf(value) : i) + 1);
    const [rows, vehicles] = await Promise.all([
      // what is stored is unlogged: a replica has none of it
      (isStored ? this.database : database).query<Row[]>(
        `SELECT date_part('epoch', c.at) * 1000 AS at, ARRAY[${places.flatMap((n) => [`c.means[${n}]`, `c.lows[${n}]`, `c.highs[${n}]`]).join()}] AS values
         FROM ${source} c ORDER BY c.at`,
        parameters,
      ),
      this.withRows(database, period),
    ]);
    return { vehicles, ...linesFrom(rows, wanted) };
  }

  /** How many of the vehicles have rows in the period. */
  private async withRows(database: DataSource, { ids, from, to, subject }: Period): Promise<number> {
    const [row] = await database.query<{ n: number }[]>(
      `SELECT count(*)::int AS n FROM unnest($1::int[]) v WHERE EXISTS (SELECT 1 FROM vehicle_5min b WHERE b.vehicle_id = v AND b.bucket >= $2 AND b.bucket < $3 AND ${ownBuckets(subject)})`,
      [ids, from, to],
    );
    return row?.n ?? 0;
  }

  /** What a vehicle did for the longest part of each interval that it ran in. */
  private async states(database: DataSource, { ids, from, to, subject }: Period): Promise<Course['states']> {
    const rows = await database.query<{ at: number; state: 'idle' | 'work' | 'drive' }[]>(
      `SELECT date_part('epoch', bucket) * 1000 AS at,
         CASE greatest(idle_ms, work_ms, drive_ms) WHEN work_ms THEN 'work' WHEN drive_ms THEN 'drive' ELSE 'idle' END AS state
       FROM vehicle_5min b WHERE vehicle_id = ANY ($1::int[]) AND bucket >= $2 AND bucket < $3 AND idle_ms + work_ms + drive_ms > 0 AND ${ownBuckets(subject)} ORDER BY bucket`,
      [ids, from, to],
    );
    const states: Course['states'] = [];
    for (const { at, state } of rows) {
      const last = states.at(-1);
      if (last?.state === state && last.to === at) last.to = at + bucketMs;
      else states.push({ from: at, to: at + bucketMs, state });
    }
    return states;
  }

  private async faults(database: DataSource, { ids, from, to, subject }: Period): Promise<Course['faults']> {
    const rows = await database.query<{ id: number; at: number; code: string; severity: number }[]>(
      `SELECT id, date_part('epoch', occurred_at) * 1000 AS at, code, severity FROM fault_report f
       WHERE vehicle_id = ANY ($1::int[]) AND occurred_at >= $2 AND occurred_at < $3 AND ${ownIncidents(subject, 'f', 'occurred_at')} ORDER BY occurred_at DESC LIMIT ${maxMarks}`,
      [ids, from, to],
    );
    return rows.map((row) => ({ ...row, severity: severityOfRank(row.severity) ?? 'minor' }));
  }

  private sos(database: DataSource, { ids, from, to, subject }: Period): Promise<Course['sos']> {
    return database.query(
      `SELECT id, date_part('epoch', raised_at) * 1000 AS at, type FROM sos_call c
       WHERE vehicle_id = ANY ($1::int[]) AND raised_at >= $2 AND raised_at < $3 AND ${ownIncidents(subject, 'c', 'raised_at')} ORDER BY raised_at DESC LIMIT ${maxMarks}`,
      [ids, from, to],
    );
  }
}

interface Period {
  ids: readonly number[];
  from: Date;
  to: Date;
  subject: Subject;
}
interface Row {
  at: number;
  /** mean, low and high of each chart in turn */
  values: (number | null)[];
}
type Lines = Pick<Course, 'vehicles' | 'at' | 'charts'>;

const linesFrom = (rows: readonly Row[], wanted: readonly CourseValue[]): Omit<Lines, 'vehicles'> => ({
  at: rows.map((r) => r.at),
  charts: wanted.map((value, i) => {
    const scale = 10 ** courseDigits[value];
    // what is not shown is not sent: it would be half of the answer
    const column = (n: number): (number | null)[] =>
      rows.map(({ values }) => {
        const v = values[3 * i + n] ?? null;
        return v === null ? null : Math.round(v * scale) / scale;
      });
    return { value, mean: column(0), low: column(1), high: column(2) };
  }),
});

/** Vehicles of a model, or those that a customer has or had, that the caller sees, as `v`. */
export const vehiclesOf = ({ subject, id }: Subject, caller: Caller): Where =>
  new Where(caller.scope, 'v.organization_id').andIf(id, (p) =>
    subject === 'models'
      ? `v.model_id = ${p}`
      : `v.id IN (SELECT w.vehicle_id FROM vehicle_owner w WHERE w.customer_id = ${p}::int)`,
  );

/** SQL: of a customer only the five minutes `b` that were entirely in the own time; of a model all. Without a parameter, which COPY does not take. */
export const ownBuckets = ({ subject, id }: Subject): string =>
  subject === 'models'
    ? 'TRUE'
    : whollyOwned({ vehicle: 'b.vehicle_id', customer: String(Number(id)) }, 'b.bucket', '5 minutes');

const ownIncidents = ({ subject, id }: Subject, incident: string, at: string): string =>
  subject === 'models'
    ? 'TRUE'
    : `EXISTS (SELECT 1 FROM vehicle_owner w WHERE w.customer_id = ${Number(id)} AND ${ownedAt('w', incident, at)})`;
