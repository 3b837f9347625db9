import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Reply } from '@headland/contracts/endpoint';
import type { dash } from '@headland/contracts/statistics';
import { type Day, everyDay, fortnightBefore, shownDays } from '@headland/domain/statistics-days';
import { CLOCK, type Clock } from '../../platform/clock';
import { ReadReplica } from '../../platform/database/read-replica';
import { Where } from '../../platform/database/where';
import { SharedRead } from '../../platform/shared-read';
import { inScope, type Scope } from '../../platform/caller';
import { consumablesDue, transfersAwaiting } from './waiting.reads';
import { fleetCounts } from '../../fleet/vehicles/vehicle.reads';

/** The fourteen days as rows, to be joined with their events. */
function dayRows(days: readonly Day[], where: Where): string {
  const [names, starts, ends] = [
    days.map((d) => d.day),
    days.map((d) => new Date(d.from)),
    days.map((d) => new Date(d.to)),
  ].map((list) => where.parameter(list));
  return `unnest(${names}::text[], ${starts}::timestamptz[], ${ends}::timestamptz[]) AS d(day, start, stop)`;
}
/**
 * Of their dealer, or of one of their machines, also of those that one who left had then: they are unsold in the same moment. Each
 * of the few is looked up separately. `seenBy` of the sales reads all machines of the scope first.
 */
const seenCustomer = (scope: Scope, parameters: unknown[]): string =>
  scope.all
    ? 'TRUE'
    : `(${inScope(scope, 'c.organization_id', parameters)} OR (SELECT TRUE FROM vehicle v WHERE v.customer_id = c.id AND ${inScope(scope, 'v.organization_id', parameters)} LIMIT 1)
        OR (SELECT TRUE FROM vehicle_owner w JOIN vehicle v ON v.id = w.vehicle_id WHERE w.customer_id = c.id AND w.until >= c.withdrawn_at - interval '5 minutes'
          AND ${inScope(scope, 'v.organization_id', parameters)} LIMIT 1))`;
const seconds = (column: string): string => `extract(epoch FROM ${column} - c.received_at)`;
const sum = <T>(list: readonly T[], of: (entry: T) => number): number =>
  list.reduce((all, entry) => all + of(entry), 0);

/** Tiles with few rows, counted on request: SOS, members, sales. Faults and machines: dash-figures.reads. */
@Injectable()
export class DashReads {
  /** every open dashboard refetches when a machine connects or starts */
  private readonly shared = new SharedRead<Reply<typeof dash.now>>();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly replica: ReadReplica,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  now(scope: Scope): Promise<Reply<typeof dash.now>> {
    return this.shared.ask(JSON.stringify(scope), () => this.readNow(scope));
  }

  private async readNow(scope: Scope): Promise<Reply<typeof dash.now>> {
    const [fleet, transfers, consumables] = await Promise.all([
      fleetCounts(this.database, scope),
      transfersAwaiting(this.database, scope),
      consumablesDue(this.database, scope),
    ]);
    return { ...fleet, ...transfers, ...consumables };
  }

  sos(scope: Scope, timeZone: string): Promise<Reply<typeof dash.sos>> {
    return this.replica.read((database) => this.sosIn(database, scope, timeZone));
  }

  private async sosIn(database: DataSource, scope: Scope, timeZone: string): Promise<Reply<typeof dash.sos>> {
    const { days, before, week } = this.fortnight(timeZone);
    const where = new Where(scope, 'c.organization_id');
    const rows = await database.query<{ day: string; button: number; rollover: number; collision: number }[]>(
      `SELECT d.day, ${(['button', 'rollover', 'collision'] as const).map((t) => `count(*) FILTER (WHERE c.type = '${t}')::int AS ${t}`).join(', ')}
       FROM ${dayRows(days, where)} JOIN sos_call c ON c.raised_at >= d.start AND c.raised_at < d.stop WHERE ${where.sql} GROUP BY d.day`,
      where.parameters,
    );
    const within = new Where(scope, 'c.organization_id')
      .andIf(new Date(week[0]?.from ?? 0), (p) => `c.raised_at >= ${p}`)
      .andIf(new Date(week.at(-1)?.to ?? 0), (p) => `c.raised_at < ${p}`);
    const [ends] = await database.query<
      Pick<Reply<typeof dash.sos>, 'resolved' | 'falseAlarms' | 'medianAcknowledgeSeconds' | 'medianResolveSeconds'>[]
    >(
      `SELECT count(*) FILTER (WHERE c.status = 'resolved')::int AS resolved, count(*) FILTER (WHERE c.status = 'falseAlarm')::int AS "falseAlarms",
         percentile_cont(0.5) WITHIN GROUP (ORDER BY ${seconds('c.acknowledged_at')}) FILTER (WHERE c.acknowledged_at IS NOT NULL) AS "medianAcknowledgeSeconds",
         percentile_cont(0.5) WITHIN GROUP (ORDER BY ${seconds('c.closed_at')}) FILTER (WHERE c.status = 'resolved') AS "medianResolveSeconds"
       FROM sos_call c WHERE ${within.sql}`,
      within.parameters,
    );
    if (ends === undefined) throw new Error('an aggregate answers one row');
    const shown = everyDay(week, rows, { button: 0, rollover: 0, collision: 0 });
    const alerts = (list: readonly { button: number; rollover: number; collision: number }[]): number =>
      sum(list, (d) => d.button + d.rollover + d.collision);
    return {
      days: shown,
      total: {
        button: sum(shown, (d) => d.button),
        rollover: sum(shown, (d) => d.rollover),
        collision: sum(shown, (d) => d.collision),
      },
      before: alerts(everyDay(before, rows, { button: 0, rollover: 0, collision: 0 })),
      ...ends,
    };
  }

  /** Customers count for their dealer and for everybody who sees one of their machines, as in their list. */
  members(scope: Scope, timeZone: string): Promise<Reply<typeof dash.members>> {
    return this.replica.read((database) => this.membersIn(database, scope, timeZone));
  }

  private async membersIn(database: DataSource, scope: Scope, timeZone: string): Promise<Reply<typeof dash.members>> {
    const { days, before, week } = this.fortnight(timeZone);
    const count = async (column: 'joined_at' | 'withdrawn_at'): Promise<{ day: string; n: number }[]> => {
      // the fortnight as a whole first, or an index is scanned completely for each day
      const where = new Where({ all: true }, '')
        .andIf(new Date(days[0]?.from ?? 0), (p) => `c.${column} >= ${p}`)
        .andIf(new Date(days.at(-1)?.to ?? 0), (p) => `c.${column} < ${p}`);
      const from = dayRows(days, where);
      return database.query(
        `SELECT d.day, count(*)::int AS n FROM ${from} JOIN customer c ON c.${column} >= d.start AND c.${column} < d.stop WHERE ${where.sql} AND ${seenCustomer(scope, where.parameters)} GROUP BY d.day`,
        where.parameters,
      );
    };
    const [joined, withdrawn, [members]] = await Promise.all([
      count('joined_at'),
      count('withdrawn_at'),
      this.registered(database, scope),
    ]);
    const none = { n: 0 };
    const left = everyDay(week, withdrawn, none);
    const shown = everyDay(week, joined, none).map(({ day, n }, i) => ({ day, joined: n, withdrawn: left[i]?.n ?? 0 }));
    return {
      days: shown,
      joined: sum(shown, (d) => d.joined),
      withdrawn: sum(shown, (d) => d.withdrawn),
      before: sum(everyDay(before, joined, none), (d) => d.n),
      registered: members?.n ?? 0,
    };
  }

  private registered(database: DataSource, scope: Scope): Promise<{ n: number }[]> {
    const member = "c.app_status = 'registered' AND c.joined_at IS NOT NULL AND c.removed_at IS NULL";
    if (scope.all) return database.query(`SELECT count(*)::int AS n FROM customer c WHERE ${member}`);
    const parameters: unknown[] = [];
    // each condition of the scope by its own index
    return database.query(
      `SELECT count(*)::int AS n FROM (SELECT c.id FROM customer c WHERE ${member} AND ${inScope(scope, 'c.organization_id', parameters)}
         UNION SELECT c.id FROM vehicle v JOIN customer c ON c.id = v.customer_id WHERE ${member} AND ${inScope(scope, 'v.organization_id', parameters)}) seen`,
      parameters,
    );
  }

  /** By the day of the sale, which has no time: the same day in every zone. */
  sales(scope: Scope, timeZone: string): Promise<Reply<typeof dash.sales>> {
    return this.replica.read((database) => this.salesIn(database, scope, timeZone));
  }

  private async salesIn(database: DataSource, scope: Scope, timeZone: string): Promise<Reply<typeof dash.sales>> {
    const { days, before, week } = this.fortnight(timeZone);
    const where = new Where(scope, 'v.organization_id')
      .andIf(days[0]?.day, (p) => `v.sold_on >= ${p}::date`)
      .andIf(days.at(-1)?.day, (p) => `v.sold_on <= ${p}::date`);
    const rows = await database.query<{ day: string; model: string; sold: number }[]>(
      `SELECT v.sold_on::text AS day, m.name AS model, count(*)::int AS sold FROM vehicle v JOIN model m ON m.id = v.model_id WHERE ${where.sql} GROUP BY 1, 2`,
      where.parameters,
    );
    const soldOn = (list: readonly Day[]) =>
      list.map(({ day }) => ({
        day,
        sold: sum(
          rows.filter((r) => r.day === day),
          (r) => r.sold,
        ),
      }));
    const shown = soldOn(week);
    const models = new Map<string, number>();
    for (const r of rows) if (r.day >= (week[0]?.day ?? '')) models.set(r.model, (models.get(r.model) ?? 0) + r.sold);
    return {
      days: shown,
      total: sum(shown, (d) => d.sold),
      before: sum(soldOn(before), (d) => d.sold),
      models: [...models]
        .map(([model, sold]) => ({ model, sold }))
        .sort((a, b) => b.sold - a.sold || a.model.localeCompare(b.model))
        .slice(0, 5),
    };
  }

  private fortnight(timeZone: string): { days: Day[]; before: Day[]; week: Day[] } {
    const days = fortnightBefore(this.clock().getTime(), timeZone);
    return { days, before: days.slice(0, shownDays), week: days.slice(shownDays) };
  }
}
