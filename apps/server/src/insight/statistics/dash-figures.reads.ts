import { Inject, Injectable } from '@nestjs/common';
import type { Reply } from '@headland/contracts/endpoint';
import type { dash } from '@headland/contracts/statistics';
import { mayRead } from '@headland/domain/access';
import { type Day, everyDay, fortnightBefore, shownDays } from '@headland/domain/statistics-days';
import { CatalogueInUse } from '../../incidents/faults/fault-catalogue.module';
import { CLOCK, type Clock } from '../../platform/clock';
import { ReadReplica } from '../../platform/database/read-replica';
import { Where } from '../../platform/database/where';
import { inScope, type Caller, type Scope } from '../../platform/caller';
import { type CountedDays, ZoneDays } from './zone-days.reads';

const nobodyYet = { occurred: 0, accepted: 0, completed: 0 };
type FaultSums = typeof nobodyYet;

/** Tiles based on the daily metrics of organizations: by today's tree and dealers. */
@Injectable()
export class DashFigures {
  constructor(
    private readonly replica: ReadReplica,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly zoneDays: ZoneDays,
    private readonly inUse: CatalogueInUse,
  ) {}

  async faults(scope: Scope, timeZone: string): Promise<Reply<typeof dash.faults>> {
    const { zone, days, counted } = await this.fortnight(timeZone);
    const where = ofDays(scope, zone, days);
    const [before, week] = [days.slice(0, shownDays), days.slice(shownDays)];
    const rows = await this.read<(FaultSums & { day: string })[]>(
      `SELECT day::text, sum(faults_occurred)::int AS occurred, sum(faults_accepted)::int AS accepted, sum(faults_completed)::int AS completed
       FROM organization_day WHERE ${where.sql} GROUP BY day`,
      where.parameters,
    );
    const ofWeek = ofDays(scope, zone, week);
    const [start, end] = [week[0]?.from ?? 0, week.at(-1)?.to ?? 0].map((ms) => ofWeek.parameter(new Date(ms)));
    // for a code that is in no catalogue, the name in its reports
    const codes = await this.read<{ code: string; count: number; name: { ko: string; en: string } | null }[]>(
      `SELECT t.*, (SELECT f.name FROM fault_report f WHERE f.code = t.code AND f.occurred_at >= ${start} AND f.occurred_at < ${end} ORDER BY f.occurred_at DESC LIMIT 1) AS name
       FROM (SELECT c.code, sum(c.n::int)::int AS count FROM organization_day CROSS JOIN jsonb_each_text(fault_codes) AS c(code, n) WHERE ${ofWeek.sql}
         GROUP BY c.code ORDER BY 2 DESC, 1 LIMIT 3) t ORDER BY t.count DESC, t.code`,
      ofWeek.parameters,
    );
    const shown = everyDay(week, rows, nobodyYet);
    return {
      days: shown,
      total: added(shown),
      before: added(everyDay(before, rows, nobodyYet)),
      codes: codes.map(({ code, count, name }) => ({
        code,
        count,
        name: this.nameOf(code) ?? name ?? { ko: code, en: code },
      })),
      counting: week.some((d) => !counted.has(d.day)),
    };
  }

  /** By the catalogue in use: a tile names a code once, whatever name its reports have. */
  private nameOf(code: string): { ko: string; en: string } | null {
    const { known, name } = this.inUse.now.lookUp(code);
    return known ? name : null;
  }

  async engines(scope: Scope, timeZone: string): Promise<Reply<typeof dash.engines>> {
    const { zone, days, counted } = await this.fortnight(timeZone);
    const where = ofDays(scope, zone, days);
    const rows = await this.read<{ day: string; on: number; vehicles: number }[]>(
      `SELECT day::text, sum(vehicles_on)::int AS on, sum(vehicles)::int AS vehicles FROM organization_day WHERE ${where.sql} GROUP BY day`,
      where.parameters,
    );
    const all = days.map(({ day }) =>
      counted.has(day)
        ? (rows.find((r) => r.day === day) ?? { day, on: 0, vehicles: 0 })
        : { day, on: null, vehicles: null },
    );
    return {
      days: all.slice(shownDays),
      before: all[shownDays - 1]?.on ?? null,
      counting: days.slice(shownDays).some((d) => !counted.has(d.day)),
    };
  }

  async mileage(scope: Scope, caller: Caller): Promise<Reply<typeof dash.mileage>> {
    const { zone, days, counted } = await this.fortnight(caller.timeZone);
    const [weekBefore, week] = [days.slice(0, shownDays), days.slice(shownDays)];
    const [before, farthest] = await Promise.all([
      this.farthest(scope, zone, weekBefore.at(-1)),
      this.farthest(scope, zone, week.at(-1)),
    ]);
    return {
      from: week[0]?.day ?? '',
      to: week.at(-1)?.day ?? '',
      km: farthest[0]?.km ?? null,
      before: before[0]?.km ?? null,
      vehicles: mayRead(caller, 'status') ? farthest : [],
      counting: week.some((d) => !counted.has(d.day)),
    };
  }

  /**
   * Each organization stores its own five farthest: those of a scope are among them. One that left the scope since is
   * not shown.
   */
  private farthest(scope: Scope, zone: number, last: Day | undefined): Promise<Reply<typeof dash.mileage>['vehicles']> {
    const where = ofDays(scope, zone, last ? [last] : []);
    const seen = inScope(scope, 'v.organization_id', where.parameters);
    return this.read(
      `SELECT v.id, v.vin, m.name AS model, f.km, f.hours
       FROM organization_day CROSS JOIN jsonb_to_recordset(farthest) AS f("vehicleId" int, km float8, hours float8)
         JOIN vehicle v ON v.id = f."vehicleId" JOIN model m ON m.id = v.model_id
       WHERE ${where.sql} AND ${seen} ORDER BY f.km DESC, v.id LIMIT 5`,
      where.parameters,
    );
  }

  private read<T>(sql: string, parameters: unknown[]): Promise<T> {
    return this.replica.read((database) => database.query<T>(sql, parameters));
  }

  private async fortnight(timeZone: string): Promise<CountedDays> {
    return this.zoneDays.of(timeZone, fortnightBefore(this.clock().getTime(), timeZone));
  }
}

const ofDays = (scope: Scope, zone: number, days: readonly Day[]): Where =>
  new Where(scope, 'organization_day.organization_id')
    .andIf(zone, (p) => `zone_id = ${p}::int`)
    .and(`day = ANY (ARRAY[${days.map((d) => `'${d.day}'`).join(', ')}]::date[])`);

function added(days: readonly FaultSums[]): FaultSums {
  const sums = { ...nobodyYet };
  for (const { occurred, accepted, completed } of days) {
    sums.occurred += occurred;
    sums.accepted += accepted;
    sums.completed += completed;
  }
  return sums;
}
