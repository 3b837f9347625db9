import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { fortnightBefore } from '@headland/domain/statistics-days';
import { closedAfterMs, lateAfterMs, quarterMs, quarterOf, silenceMs } from '@headland/domain/statistics-quarter';
import { dayBounds, dayOf, plusDays } from '@headland/domain/zone-day';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { advisoryLocks } from '../../platform/database/advisory-locks';
import { returning, type Tx } from '../../platform/database/rows';
import { isDistributed } from '../../platform/database/distributed';
import { Semaphore } from '../../platform/semaphore';
import { paced } from '../../platform/paced';
import { countOrganizationDays, countVehicleDays, type ZoneDay, zoneDayColumns } from './count-days.tx';
import { countQuarters, PartSize, type Recounted, type Span, spansOf } from './count-15min.tx';

/** Maximum range of one step when the count is behind. */
const stepMs = 4 * 3_600_000;
/** How far back the first count of an existing installation begins: the dashboard's fortnight, in every zone. */
const firstDays = 16;
/** Late markers of organizations per step: each is a few days to recount. */
const organizationsAtOnce = 100_000;
/** Retention of an organization's days; those of vehicles are kept for good. */
const organizationDays = 30;
/** How long one update works on older telemetry and older days: what arrives now is counted in between. */
const olderBudgetMs = 10_000;
/** A zone without requests for this long is not counted any more. */
const zoneDays = 60;
/** Zones whose days are counted back beyond the fortnight, the last ones that were asked for; others are summed up from their intervals. */
const zonesBack = 10;
/**
 * Maintains the statistics: 15-minute aggregates of each vehicle as telemetry arrives, days of each zone when they end,
 * and both again after late data. Every step is short, holds the lock `exclusively`, and is idempotent.
 */
@Injectable()
export class StatisticsAggregates {
  private readonly inTurn = new Semaphore(1);
  private readonly size = new PartSize();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Brings everything up to date; `stopped` is checked between the steps. */
  update(stopped: () => boolean = () => false): Promise<void> {
    return this.inTurn.run(async () => {
      while (!stopped() && (await this.countNext(stopped)));
      while (!stopped() && (await this.countLate()));
      const zones = stopped() ? [] : await this.zones();
      // a zone that cannot be counted keeps none of the rest from being counted
      const failures: Error[] = [];
      const attempt = (counting: Promise<void>): Promise<unknown> =>
        counting.catch((error: Error) => failures.push(error));
      for (const zone of zones) await attempt(this.countZone(zone, stopped));
      while (!stopped() && (await this.recountOrganizations()));
      const began = performance.now();
      const isOver = (): boolean => stopped() || performance.now() - began > olderBudgetMs;
      while (!isOver() && (await this.countOlder(stopped)));
      for (const zone of zones.slice(0, zonesBack)) await attempt(this.countOlderDays(zone, isOver));
      while (!isOver() && (await paced(() => this.forgetDay())));
      const [failure] = failures;
      if (failure !== undefined) throw failure;
    });
  }

  /** Counts the days of a new zone. */
  addZone(timeZone: string): Promise<void> {
    return this.inTurn.run(async () => {
      const zone = await zoneNamed(this.database, timeZone, this.now());
      await this.countZone({ id: zone, name: timeZone }, () => false);
    });
  }

  /**
   * Recounts intervals of all vehicles, or of some, from stored telemetry, and their days. `from` and `to` are rounded
   * to 15 minutes. Rests as long as it works: SOS of the same minute share the processors.
   */
  async rebuild(
    from: number,
    to: number,
    { only, onProgress }: { only?: readonly number[]; onProgress?: (vehicles: number, of: number) => void } = {},
  ): Promise<void> {
    const vehicles =
      only ?? (await this.database.query<{ id: number }[]>('SELECT id FROM vehicle ORDER BY id')).map((v) => v.id);
    for (let i = 0; i < vehicles.length;) {
      const some = vehicles.slice(i, i + this.vehiclesAtOnce(from, to));
      i += some.length;
      const spans = some.map((vehicle): Span => ({
        vehicle,
        from: quarterOf(from),
        to: quarterOf(to + quarterMs - 1),
      }));
      await paced(() => this.exclusively((tx) => this.recount(tx, spans)), { times: 1 });
      onProgress?.(i, vehicles.length);
    }
    while (await this.recountOrganizations());
  }

  /** The next finished intervals; false: none. */
  private async countNext(stopped: () => boolean): Promise<boolean> {
    const now = this.now().getTime();
    const [progress] = await this.database.query<{ counted_to: Date }[]>('SELECT counted_to FROM figures_progress');
    const from = progress?.counted_to.getTime() ?? quarterOf(now - firstDays * 86_400_000);
    const to = Math.min(quarterOf(now - closedAfterMs), from + stepMs);
    if (to <= from || (await this.stillWriting(to))) return false;
    if (!(await this.countSpan(from, to, stopped))) return false;
    await this.database.query(
      'INSERT INTO figures_progress (counted_from, counted_to) VALUES ($1, $2) ON CONFLICT (one) DO UPDATE SET counted_to = greatest(figures_progress.counted_to, $2)',
      [new Date(from), new Date(to)],
    );
    return true;
  }

  /** One step back in telemetry that was stored before its aggregates existed; false: none is left. */
  private async countOlder(stopped: () => boolean): Promise<boolean> {
    const [progress] = await this.database.query<{ counted_from: Date; oldest: Date | null }[]>(
      `SELECT counted_from, (SELECT to_date(right(min(c.relname), 8), 'YYYYMMDD')::timestamp AT TIME ZONE 'UTC' FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
         WHERE i.inhparent = 'telemetry'::regclass AND c.relname ~ '^telemetry_\\d{8}$') AS oldest FROM figures_progress`,
    );
    const to = progress?.counted_from.getTime() ?? 0;
    const from = Math.max(progress?.oldest?.getTime() ?? to, to - stepMs);
    if (from >= to || !(await this.countSpan(from, to, stopped))) return false;
    await this.database.query('UPDATE figures_progress SET counted_from = least(counted_from, $1)', [new Date(from)]);
    return true;
  }

  /** Vehicles' days before the fortnight, newest first, as far back as telemetry is counted. */
  private async countOlderDays({ id: zone, name }: { id: number; name: string }, isOver: () => boolean): Promise<void> {
    const [progress] = await this.database.query<{ counted_from: Date }[]>('SELECT counted_from FROM figures_progress');
    const since = progress?.counted_from.getTime() ?? Infinity;
    const counted = await this.database.query<{ day: string }[]>(
      'SELECT day::text FROM figures_day WHERE zone_id = $1',
      [zone],
    );
    const done = new Set(counted.map(({ day }) => day));
    let day = fortnightBefore(this.now().getTime(), name)[0]?.day ?? '';
    for (;;) {
      day = plusDays(day, -1);
      const bounds = dayBounds(day, name);
      // the day that the oldest telemetry is in began before it; what is filled in later counts it again
      if (bounds.to <= since || isOver()) return;
      if (!done.has(day))
        await paced(() => this.exclusively((tx) => this.countVehiclesOn(tx, { zone, day, ...bounds })));
    }
  }

  /** Counts all vehicles in a span; false: stopped before the end. */
  private async countSpan(from: number, to: number, stopped: () => boolean): Promise<boolean> {
    const vehicles = await paced(() => vehiclesWithData(this.database, from, to));
    for (let i = 0; i < vehicles.length;) {
      if (stopped()) return false;
      const spans = vehicles.slice(i, i + this.vehiclesAtOnce(from, to)).map((vehicle) => ({ vehicle, from, to }));
      i += spans.length;
      await paced(() => this.exclusively((tx) => this.recount(tx, spans)));
    }
    return true;
  }

  /** As many as one step can count; what they have more than that is read in parts. */
  private vehiclesAtOnce(from: number, to: number): number {
    return Math.max(1, Math.floor((this.size.quarters * quarterMs) / Math.max(quarterMs, to - from)));
  }

  private async recount(tx: Tx, spans: readonly Span[]): Promise<void> {
    await markDays(tx, await countQuarters(tx, spans, this.size));
  }

  /** A commit of ingest that began before these intervals were late and is still running has left no marker. */
  private async stillWriting(to: number): Promise<boolean> {
    const rows = await this.database.query<unknown[]>(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'headland-ingest' AND xact_start < $1 LIMIT 1",
      [new Date(to + lateAfterMs + 30_000)],
    );
    return rows.length > 0;
  }

  private countLate(): Promise<boolean> {
    const atOnce = this.size.quarters;
    return paced(() =>
      this.exclusively(async (tx) => {
        const marks = await returning<{ vehicle: number; quarter: Date }>(
          tx,
          `DELETE FROM late_telemetry WHERE ctid = ANY (ARRAY(SELECT ctid FROM late_telemetry LIMIT $1)) RETURNING vehicle_id AS vehicle, quarter`,
          [atOnce],
        );
        await this.recount(tx, spansOf(marks.map((m) => ({ vehicle: m.vehicle, quarter: m.quarter.getTime() }))));
        return marks.length === atOnce;
      }),
    );
  }

  /** Those that somebody asks for: the product's own, then the last ones first. */
  private async zones(): Promise<{ id: number; name: string }[]> {
    const product = this.config.PRODUCT_TIME_ZONE;
    await zoneNamed(this.database, product, this.now());
    return this.database.query(
      'SELECT id, name FROM figures_zone WHERE asked_at >= $1 ORDER BY name <> $2, asked_at DESC',
      [this.askedSince(), product],
    );
  }

  private askedSince(): Date {
    return new Date(this.now().getTime() - zoneDays * 86_400_000);
  }

  /** The oldest day of a zone that nobody asks for any more, and the zone after its last one: all days of a large fleet are millions of rows. False: none is left. */
  private forgetDay(): Promise<boolean> {
    return this.exclusively(async (tx) => {
      const [oldest] = await tx.query<{ zone: number; day: string | null }[]>(
        `SELECT z.id AS zone, (SELECT min(d.day)::text FROM figures_day d WHERE d.zone_id = z.id) AS day
         FROM figures_zone z WHERE z.asked_at < $1 ORDER BY z.id LIMIT 1 FOR UPDATE OF z`,
        [this.askedSince()],
      );
      if (oldest === undefined) return false;
      const { zone, day } = oldest;
      if (day === null) await tx.query('DELETE FROM figures_zone WHERE id = $1', [zone]);
      else
        for (const table of ['vehicle_day', 'organization_day', 'figures_day'])
          await tx.query(`DELETE FROM ${table} WHERE zone_id = $1 AND day = $2`, [zone, day]);
      return true;
    });
  }

  /** Finished, uncounted days of the last fortnight, oldest first. */
  private async countZone({ id: zone, name }: { id: number; name: string }, stopped: () => boolean): Promise<void> {
    const [progress] = await this.database.query<{ counted_to: Date }[]>('SELECT counted_to FROM figures_progress');
    const countedTo = progress?.counted_to.getTime() ?? 0;
    const done = new Set(
      (
        await this.database.query<{ day: string }[]>(
          'SELECT day::text FROM figures_day WHERE zone_id = $1 ORDER BY day DESC LIMIT 40',
          [zone],
        )
      ).map((d) => d.day),
    );
    for (const day of fortnightBefore(this.now().getTime(), name)) {
      if (stopped() || done.has(day.day) || day.to > countedTo) continue;
      await this.exclusively((tx) => this.countDay(tx, { zone, ...day }));
    }
  }

  private async countVehiclesOn(tx: Tx, day: ZoneDay): Promise<void> {
    await tx.query('DELETE FROM vehicle_day WHERE zone_id = $1 AND day = $2', [day.zone, day.day]);
    await countVehicleDays(tx, day, null);
    await tx.query(
      'INSERT INTO figures_day (zone_id, day, starts_at, ends_at, counted_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (zone_id, day) DO UPDATE SET counted_at = excluded.counted_at',
      [day.zone, day.day, new Date(day.from), new Date(day.to), this.now()],
    );
  }

  private async countDay(tx: Tx, day: ZoneDay): Promise<void> {
    await this.countVehiclesOn(tx, day);
    // the weeks that end within six days after it include it, too
    const weeks = await tx.query<ZoneDay[]>(
      `SELECT ${zoneDayColumns('f')} FROM figures_day f WHERE f.zone_id = $1 AND f.day BETWEEN $2 AND $2::date + 6`,
      [day.zone, day.day],
    );
    for (const week of weeks) await countOrganizationDays(tx, week, null);
    await tx.query('DELETE FROM organization_day WHERE zone_id = $1 AND day < $2::date - $3::int', [
      day.zone,
      day.day,
      organizationDays,
    ]);
  }

  /** Organizations with late data, or that lost or gained a vehicle. Uncounted days need no recount. */
  private recountOrganizations(): Promise<boolean> {
    return this.exclusively(async (tx) => {
      const marks = await returning<{ organization: number; at: Date | null }>(
        tx,
        `DELETE FROM late_figures WHERE ctid = ANY (ARRAY(SELECT ctid FROM late_figures LIMIT ${organizationsAtOnce})) RETURNING organization_id AS organization, at`,
        [],
      );
      if (marks.length === 0) return false;
      const oldest = plusDays(dayOf(this.now().getTime(), 'UTC'), -organizationDays);
      const days = await tx.query<(ZoneDay & { organizations: number[] })[]>(
        `SELECT ${zoneDayColumns('f')}, array_agg(DISTINCT m.organization) AS organizations
         FROM (SELECT DISTINCT * FROM unnest($1::int[], $2::timestamptz[]) AS u(organization, at)) m
           JOIN figures_day hit ON hit.day >= $3::date - 6 AND (m.at IS NULL OR (m.at >= hit.starts_at AND m.at < hit.ends_at))
           JOIN figures_day f ON f.zone_id = hit.zone_id AND f.day BETWEEN hit.day AND hit.day + 6 AND f.day >= $3
         GROUP BY f.zone_id, f.day`,
        [marks.map((m) => m.organization), marks.map((m) => m.at), oldest],
      );
      for (const { organizations, ...day } of days) await countOrganizationDays(tx, day, organizations);
      return marks.length === organizationsAtOnce;
    });
  }

  /** One count at a time across processes: what one has read is not overwritten by another. */
  private exclusively<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.database.transaction(async (tx) => {
      await tx.query(`SELECT pg_advisory_xact_lock(${advisoryLocks.statistics})`);
      return work(tx);
    });
  }
}

/** Recounts days that include one of these intervals: of the vehicles here, of their organizations soon. */
async function markDays(tx: Tx, recounted: readonly Recounted[]): Promise<void> {
  if (recounted.length === 0) return;
  const days = await tx.query<(ZoneDay & { vehicles: number[] })[]>(
    `SELECT ${zoneDayColumns('f')}, array_agg(DISTINCT u.vehicle) AS vehicles
     FROM unnest($1::int[], $2::timestamptz[]) AS u(vehicle, quarter) JOIN figures_day f ON u.quarter >= f.starts_at AND u.quarter < f.ends_at
     GROUP BY f.zone_id, f.day`,
    [recounted.map((r) => r.vehicle), recounted.map((r) => new Date(r.quarter))],
  );
  for (const { vehicles, ...day } of days) {
    await countVehicleDays(tx, day, vehicles);
    await tx.query(
      'INSERT INTO late_figures (organization_id, at) SELECT DISTINCT organization_id, $2::timestamptz FROM vehicle WHERE id = ANY($1::int[])',
      [vehicles, new Date(Math.round(day.from))],
    );
  }
}

const sampledByProbes = `SELECT k.key FROM unnest($3::int[]) AS k(key)
  WHERE EXISTS (SELECT 1 FROM telemetry t WHERE t.device_key = k.key AND t.ts >= $1 AND t.ts < $2)`;
/** Where telemetry is distributed no list of keys can drive probes: each node says what it has. */
const sampledOnNodes =
  'SELECT DISTINCT device_key AS key FROM telemetry WHERE device_key = ANY ($3::int[]) AND ts >= $1 AND ts < $2';

/**
 * Vehicles with samples or key messages in a range, or close enough to its ends to be counted with it. Index probes:
 * the rows may be millions.
 */
async function vehiclesWithData(tx: Tx, from: number, to: number): Promise<number[]> {
  // a clock may run ten minutes ahead
  const since = new Date(from - 600_000);
  const near = [new Date(from - silenceMs), new Date(to + silenceMs)];
  const reported = await tx.query<{ key: number }[]>(
    "SELECT DISTINCT device_key AS key FROM device_stream WHERE topic IN ('telemetry', 'engine') AND received_at >= $1",
    [since],
  );
  const keys = reported.map(({ key }) => key);
  const sampled = await tx.query<{ key: number }[]>((await isDistributed(tx)) ? sampledOnNodes : sampledByProbes, [
    ...near,
    keys,
  ]);
  const rows = await tx.query<{ id: number }[]>(
    `SELECT DISTINCT x.id FROM unnest($4::int[]) AS k(key) JOIN device d ON d.key = k.key LEFT JOIN unnest($5::int[]) AS t(key) ON t.key = k.key
       CROSS JOIN LATERAL (SELECT v.id FROM vehicle v WHERE v.device_id = d.id
         UNION SELECT i.vehicle_id FROM device_installation i WHERE i.device_id = d.id AND (i.ended_at IS NULL OR i.ended_at >= $1)) x
     WHERE t.key IS NOT NULL
       OR EXISTS (SELECT 1 FROM engine_run r WHERE r.vehicle_id = x.id AND r.ts >= $2 AND r.ts < $3) ORDER BY 1`,
    [since, ...near, keys, sampled.map(({ key }) => key)],
  );
  return rows.map((r) => r.id);
}

/** The zone's number. A requested zone stays counted; the request is recorded once a day. */
export async function zoneNamed(tx: Tx, name: string, now: Date): Promise<number> {
  const [known] = await tx.query<{ id: number; asked_at: Date }[]>(
    'SELECT id, asked_at FROM figures_zone WHERE name = $1',
    [name],
  );
  if (known && now.getTime() - known.asked_at.getTime() < 86_400_000) return known.id;
  // an insert uses up a sequence number even if it only updates: existing rows are not inserted again
  const [marked] = await returning<{ id: number }>(
    tx,
    'UPDATE figures_zone SET asked_at = greatest(asked_at, $2) WHERE name = $1 RETURNING id',
    [name, now],
  );
  if (marked !== undefined) return marked.id;
  const [row] = await tx.query<{ id: number }[]>(
    'INSERT INTO figures_zone (name, asked_at) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET asked_at = greatest(figures_zone.asked_at, excluded.asked_at) RETURNING id',
    [name, now],
  );
  if (row === undefined) throw new Error('an upsert answers its row');
  return row.id;
}
