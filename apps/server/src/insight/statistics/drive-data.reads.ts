import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type {
  DriveDay,
  DriveFilter,
  DriveRow,
  DriveSums,
  DriveTotals,
  DriveTotalsFilter,
  DriveTrip,
  DriveVehicle,
} from '@headland/contracts/drive-data';
import { mayRead } from '@headland/domain/access';
import { shares } from '@headland/domain/trips';
import { dayBounds, dayOf, plusDays } from '@headland/domain/zone-day';
import { VehiclePast } from '../../fleet/vehicles/vehicle-past.reads';
import {
  customerColumns,
  customerFrom,
  customersNamed,
  maskedCustomer,
  type CustomerColumns,
} from '../../people/customer-base/masked-customer.reads';
import type { Caller } from '../../platform/caller';
import { CLOCK, type Clock } from '../../platform/clock';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import { Problem } from '../../platform/problem';
import { mustSee } from '../../fleet/vehicles/vehicle.reads';
import { DrivePeriods, type Period } from './drive-periods';
import { ZoneDays } from './zone-days.reads';

type PeriodFilter = Pick<DriveTotalsFilter, 'from' | 'to'>;
/** Sums as the database has them; a bigint comes as text. */
interface RawSums {
  idle_ms: string;
  work_ms: string;
  drive_ms: string;
  km: number | null;
  fuel_l: number | null;
  /** of the time whose fuel is known */
  fuel_ms: string | null;
  starts: number;
}
const run = '(u.idle_ms + u.work_ms + u.drive_ms)';
const share = (ms: string): string => `u.${ms}::float8 / NULLIF(${run}, 0)`;
/** What is missing comes last either way. */
const sortable: Record<DriveFilter['sort'], string> = {
  vin: 'v.vin',
  model: 'm.name',
  days: 'u.days',
  run,
  km: 'u.km',
  fuel: 'u.fuel_l',
  fuelPerHour: 'u.fuel_l / NULLIF(u.fuel_ms, 0)',
  idle: share('idle_ms'),
  work: share('work_ms'),
  drive: share('drive_ms'),
  startedAt: 's.started_at',
};
const hourMs = 3_600_000;
const sumsOf =
  'sum(idle_ms) AS idle_ms, sum(work_ms) AS work_ms, sum(drive_ms) AS drive_ms, sum(km) AS km, sum(fuel_l) AS fuel_l, sum(fuel_ms) AS fuel_ms';

/** The list of drive data, its totals, and the days of one vehicle. */
@Injectable()
export class DriveDataReads {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly periods: DrivePeriods,
    private readonly zoneDays: ZoneDays,
    private readonly past: VehiclePast,
  ) {}

  async list(filter: DriveFilter, caller: Caller): Promise<{ rows: DriveRow[]; total: number }> {
    const { sql, where } = await this.ordered(filter, caller, true);
    const [{ vehicles }, page] = await Promise.all([
      this.totals(filter, caller),
      this.database.query<RawRow[]>(
        `${sql} LIMIT ${filter.size} OFFSET ${(filter.page - 1) * filter.size}`,
        where.parameters,
      ),
    ]);
    return { rows: await this.named(this.database.manager, page), total: vehicles };
  }

  /** Vehicles of a filter in their order, with their sums. `stored`: the sums of a fleet may be some minutes old. */
  async ordered(filter: Omit<DriveFilter, 'page' | 'size'>, caller: Caller, stored = false): Promise<Selected> {
    const { where, sums, vehicles } = await this.filtered(filter, caller, stored);
    const by = sortable[filter.sort];
    const tables = [
      ...(vehicles || /\b[vm]\./u.test(by)
        ? ['JOIN vehicle v ON v.id = u.vehicle_id JOIN model m ON m.id = v.model_id']
        : []),
      ...(by.startsWith('s.') ? ['LEFT JOIN vehicle_state s ON s.vehicle_id = u.vehicle_id'] : []),
    ];
    return {
      sql: `SELECT u.* FROM ${sums} AS u ${tables.join(' ')} WHERE ${where.sql} ORDER BY ${by} ${filter.order} NULLS LAST, u.vehicle_id`,
      where,
    };
  }

  async totals(
    filter: DriveTotalsFilter,
    caller: Caller,
    { stored = true, tx = this.database.manager as Tx } = {},
  ): Promise<DriveTotals> {
    const { where, sums, vehicles } = await this.filtered(filter, caller, stored);
    const [row] = await tx.query<(RawSums & { vehicles: number; days: number })[]>(
      `SELECT count(*)::int AS vehicles, COALESCE(sum(days), 0)::int AS days, COALESCE(sum(starts), 0)::int AS starts, ${sumsOf}
       FROM ${sums} AS u ${vehicles ? 'JOIN vehicle v ON v.id = u.vehicle_id JOIN model m ON m.id = v.model_id' : ''} WHERE ${where.sql}`,
      where.parameters,
    );
    if (row === undefined) throw new Error('an aggregate answers one row');
    return { ...this.period(filter, caller), vehicles: row.vehicles, days: row.days, ...toSums(row) };
  }

  /** Rows as they are shown, of vehicles and their sums. */
  async named(tx: Tx, sums: readonly RawRow[]): Promise<DriveRow[]> {
    const rows = await tx.query<NamedRow[]>(
      `SELECT v.id, v.vin, m.name AS model, o.id AS dealer_id, o.name AS dealer, s.started_at, ${customerColumns}
       FROM vehicle v JOIN model m ON m.id = v.model_id LEFT JOIN organization o ON o.id = v.organization_id
         LEFT JOIN vehicle_state s ON s.vehicle_id = v.id ${customerFrom} WHERE v.id = ANY ($1::int[])`,
      [sums.map((r) => r.vehicle_id)],
    );
    const byId = new Map(rows.map((r) => [r.id, r]));
    return sums.flatMap((sum) => {
      const row = byId.get(sum.vehicle_id);
      return row === undefined
        ? []
        : {
            ...headOf(row),
            days: sum.days,
            ...toSums(sum),
            startedAt: row.started_at?.toISOString() ?? null,
          };
    });
  }

  async days(id: number, filter: PeriodFilter, caller: Caller): Promise<DriveVehicle> {
    await mustSee(this.database, caller.scope, id);
    const period = this.period(filter, caller);
    const parameters: unknown[] = [id];
    const days = await this.zoneDays.vehicleDays(caller.timeZone, period, (value) => `$${parameters.push(value)}`);
    const [[vehicle], rows, turns] = await Promise.all([
      this.database.query<NamedRow[]>(
        `SELECT v.id, v.vin, m.name AS model, o.id AS dealer_id, o.name AS dealer, ${customerColumns}
         FROM vehicle v JOIN model m ON m.id = v.model_id LEFT JOIN organization o ON o.id = v.organization_id ${customerFrom} WHERE v.id = $1`,
        [id],
      ),
      this.database.query<(RawSums & { day: string })[]>(
        `SELECT d.day::text, d.idle_ms, d.work_ms, d.drive_ms, d.km, d.fuel_l, CASE WHEN d.fuel_l IS NOT NULL THEN d.idle_ms + d.work_ms + d.drive_ms END AS fuel_ms, d.starts FROM ${days} AS d WHERE d.vehicle_id = $1::int ORDER BY d.day`,
        parameters,
      ),
      this.turns(id, period, caller.timeZone),
    ]);
    if (vehicle === undefined) throw new Problem('NOT_FOUND');
    const list = rows.map((r): DriveDay => ({
      day: r.day,
      firstStart: turns.get(r.day)?.start?.toISOString() ?? null,
      lastStop: turns.get(r.day)?.stop?.toISOString() ?? null,
      ...toSums(r),
    }));
    return { ...headOf(vehicle), ...period, days: list, total: totalOf(list) };
  }

  private async turns(
    id: number,
    { from, to }: Period,
    timeZone: string,
  ): Promise<Map<string, { start: Date | null; stop: Date | null }>> {
    const days = daysOf({ from, to });
    const bounds = days.map((day) => dayBounds(day, timeZone));
    const rows = await this.database.query<{ day: string; start: Date | null; stop: Date | null }[]>(
      `SELECT d.day, min(r.ts) FILTER (WHERE r.engine_on) AS start, max(r.ts) FILTER (WHERE NOT r.engine_on) AS stop
       FROM unnest($2::text[], $3::timestamptz[], $4::timestamptz[]) AS d(day, starts_at, ends_at)
         JOIN engine_run r ON r.vehicle_id = $1 AND r.ts >= d.starts_at AND r.ts < d.ends_at GROUP BY d.day`,
      [id, days, bounds.map((b) => new Date(b.from)), bounds.map((b) => new Date(b.to))],
    );
    return new Map(rows.map((r) => [r.day, r]));
  }

  /** A day at a time: its points are tens of thousands. */
  async trips(id: number, filter: PeriodFilter, caller: Caller): Promise<DriveTrip[]> {
    await mustSee(this.database, caller.scope, id);
    const list: DriveTrip[] = [];
    for (const day of daysOf(this.period(filter, caller))) {
      const { trips } = await this.past.track(id, day, caller);
      list.push(...trips.map((trip) => ({ day, ...trip })));
    }
    return list;
  }

  period({ from, to }: PeriodFilter, { timeZone }: Pick<Caller, 'timeZone'>): Period & { soFar: boolean } {
    const today = dayOf(this.clock().getTime(), timeZone);
    const last = to ?? today;
    return { from: from ?? plusDays(last, -6), to: last, soFar: last >= today };
  }

  /**
   * The sums of a filter, and its conditions. Without a filter the vehicles are not joined; a part of the fleet is
   * selected before its days are read.
   */
  private async filtered(
    filter: DriveTotalsFilter,
    caller: Caller,
    stored: boolean,
  ): Promise<{ where: Where; sums: string; vehicles: boolean }> {
    if (filter.customer && !mayRead(caller, 'customer')) throw new Problem('FORBIDDEN');
    const where = new Where(caller.scope, 'v.organization_id')
      .contains(filter.vin, 'v.vin')
      .andIf(filter.model, (p) => `m.name = ANY (${p}::text[])`)
      .below(filter.dealerId, 'v.organization_id');
    if (filter.customer) where.and(`v.customer_id IN (${customersNamed(filter.customer, (v) => where.parameter(v))})`);
    const whole = where.parameters.length === 0;
    const period = this.period(filter, caller);
    const parameter = (value: unknown): string => where.parameter(value);
    const sums =
      stored && (await this.periods.areStored(caller.scope))
        ? await this.periods.storedSums(caller.timeZone, period, parameter)
        : await this.periods.sums(
            caller.timeZone,
            period,
            parameter,
            whole
              ? 'TRUE'
              : `vehicle_id = ANY (ARRAY(SELECT v.id FROM vehicle v JOIN model m ON m.id = v.model_id WHERE ${where.sql}))`,
          );
    return { where, sums, vehicles: !whole };
  }
}

export interface RawRow extends RawSums {
  vehicle_id: number;
  days: number;
}
interface Selected {
  sql: string;
  where: Where;
}
interface NamedRow extends CustomerColumns {
  id: number;
  vin: string;
  model: string;
  dealer_id: number | null;
  dealer: string | null;
  started_at?: Date | null;
}

const headOf = (row: NamedRow): Pick<DriveRow, 'id' | 'vin' | 'model' | 'customer' | 'dealer'> => ({
  id: row.id,
  vin: row.vin,
  model: row.model,
  customer: maskedCustomer(row),
  dealer: row.dealer_id === null ? null : { id: row.dealer_id, name: row.dealer ?? '' },
});

function toSums(raw: RawSums): DriveSums {
  const [idleMs, workMs, driveMs] = [Number(raw.idle_ms), Number(raw.work_ms), Number(raw.drive_ms)];
  return sumsFrom({ idleMs, workMs, driveMs, km: raw.km, fuelL: raw.fuel_l, starts: raw.starts }, Number(raw.fuel_ms));
}

/** Litres per hour are of the time whose fuel is known. */
function sumsFrom(
  measured: Pick<DriveSums, 'idleMs' | 'workMs' | 'driveMs' | 'km' | 'fuelL' | 'starts'>,
  fuelMs: number,
): DriveSums {
  const { idleMs, workMs, driveMs, fuelL } = measured;
  const runMs = idleMs + workMs + driveMs;
  const [idlePercent = null, workPercent = null, drivePercent = null] =
    runMs > 0 ? shares([idleMs, workMs, driveMs]) : [];
  return {
    ...measured,
    runMs,
    idlePercent,
    workPercent,
    drivePercent,
    fuelPerHour: fuelL === null || fuelMs === 0 ? null : fuelL / (fuelMs / hourMs),
  };
}

function totalOf(days: readonly DriveDay[]): DriveSums {
  const known = (of: (day: DriveDay) => number | null): number | null => {
    const values = days.map(of).filter((v) => v !== null);
    return values.length === 0 ? null : values.reduce((a, b) => a + b, 0);
  };
  const measured = {
    idleMs: known((d) => d.idleMs) ?? 0,
    workMs: known((d) => d.workMs) ?? 0,
    driveMs: known((d) => d.driveMs) ?? 0,
    km: known((d) => d.km),
    fuelL: known((d) => d.fuelL),
    starts: known((d) => d.starts) ?? 0,
  };
  return sumsFrom(measured, known((d) => (d.fuelL === null ? null : d.runMs)) ?? 0);
}

function daysOf({ from, to }: Period): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = plusDays(day, 1)) days.push(day);
  return days;
}
