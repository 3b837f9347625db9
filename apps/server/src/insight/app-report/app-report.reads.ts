import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { AppReport, AppReportVehicle } from '@headland/contracts/app-report';
import { severities } from '@headland/contracts/fault';
import { distanceUnit } from '@headland/domain/distance-unit';
import { monthBounds, monthFigures, plusMonths, type ReportDay, runMsOf } from '@headland/domain/monthly-report';
import { dayBounds, dayOf, daysOfMonth } from '@headland/domain/zone-day';
import { inOwnTime, mustOwn } from '../../ownership/owner-transfer/own-time.reads';
import type { AppCaller } from '../../platform/caller';
import { CLOCK, type Clock } from '../../platform/clock';
import { Problem } from '../../platform/problem';
import { reportDays } from './report-days.reads';
import { monthSums } from './report-months.reads';

/** Months of the entry page, the current one included. */
const listedMonths = 12;
/** More reports of one machine in a month are a fault of the data. */
const maxErrors = 200;

/** Whose report it is, in which language and zone. */
export type ReportReader = Pick<AppCaller, 'customerId' | 'language' | 'timeZone'>;

/** The monthly report of an owner's machine, and the machines that have one. */
@Injectable()
export class AppReportReads {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async list(
    { page, size }: { page: number; size: number },
    { customerId, timeZone }: ReportReader,
  ): Promise<{ rows: AppReportVehicle[]; total: number }> {
    const [rows, [counted]] = await Promise.all([
      this.database.query<{ id: number; vin: string; model: string; pictured: boolean; country: string }[]>(
        `SELECT v.id, v.vin, m.name AS model, m.image_id IS NOT NULL AS pictured, c.country
         FROM vehicle v JOIN model m ON m.id = v.model_id JOIN customer c ON c.id = v.customer_id
         WHERE v.customer_id = $1 ORDER BY v.sold_on DESC NULLS LAST, v.id LIMIT ${size} OFFSET ${(page - 1) * size}`,
        [customerId],
      ),
      this.database.query<{ total: number }[]>('SELECT count(*)::int AS total FROM vehicle WHERE customer_id = $1', [
        customerId,
      ]),
    ]);
    const current = this.currentMonth(timeZone);
    const months = Array.from({ length: listedMonths }, (_, i) => plusMonths(current, -i));
    const sums = await monthSums(
      this.database,
      customerId,
      rows.map((r) => r.id),
      months.map((month) => ({ month, ...monthBounds(month, timeZone) })),
    );
    return {
      rows: rows.map(({ country, ...vehicle }) => {
        const own = months.map((month) => sums.of(vehicle.id, month));
        return {
          ...vehicle,
          units: distanceUnit(country),
          total: { operatingHours: total(own, 'operatingHours'), distanceKm: total(own, 'distanceKm') },
          months: own,
        };
      }),
      total: counted?.total ?? 0,
    };
  }

  /** Of the machine's present owner; months and days before the takeover are empty. Throws NOT_FOUND. */
  async report(vehicleId: number, asked: string | undefined, reader: ReportReader): Promise<AppReport> {
    await mustOwn(this.database, vehicleId, reader);
    const { customerId, timeZone } = reader;
    const current = this.currentMonth(timeZone);
    const month = asked ?? plusMonths(current, -1);
    const soFar = month === current;
    const before = plusMonths(month, -1);
    const today = Number(dayOf(this.now().getTime(), timeZone).slice(8));
    const [vehicle, days, daysBefore, errors] = await Promise.all([
      this.vehicle(vehicleId, customerId),
      this.days(vehicleId, month, reader),
      this.days(vehicleId, before, reader, soFar ? today : undefined),
      this.errors(vehicleId, month, reader),
    ]);
    return {
      ...vehicle,
      month,
      timeZone,
      soFar,
      figures: monthFigures(days),
      before: { month: before, figures: monthFigures(daysBefore) },
      days: days.flatMap((d) => (runMsOf(d) > 0 ? [{ day: d.day, runMs: runMsOf(d) }] : [])),
      errors,
    };
  }

  private async vehicle(
    id: number,
    customerId: number,
  ): Promise<Pick<AppReport, 'vehicleId' | 'model' | 'vin' | 'units'>> {
    const [row] = await this.database.query<{ vin: string; model: string; country: string }[]>(
      `SELECT v.vin, m.name AS model, c.country FROM vehicle v JOIN model m ON m.id = v.model_id JOIN customer c ON c.id = v.customer_id
       WHERE v.id = $1 AND c.id = $2`,
      [id, customerId],
    );
    if (row === undefined) throw new Problem('NOT_FOUND');
    return { vehicleId: id, vin: row.vin, model: row.model, units: distanceUnit(row.country) };
  }

  /** Days with data in the own time; `upTo`: days of the month that are read. */
  private days(
    vehicleId: number,
    month: string,
    { customerId, timeZone }: ReportReader,
    upTo?: number,
  ): Promise<ReportDay[]> {
    const days = daysOfMonth(month)
      .slice(0, upTo)
      .map((day) => ({ day, ...dayBounds(day, timeZone) }));
    return reportDays(this.database, { vehicleId, customerId, days });
  }

  /** Faults that occurred in the month or, if older, occurred again in it. */
  private async errors(
    vehicleId: number,
    month: string,
    { customerId, language, timeZone }: ReportReader,
  ): Promise<AppReport['errors']> {
    const { from, to } = monthBounds(month, timeZone);
    const within = (moment: string): string => `${moment} >= $3 AND ${moment} < $4 AND ${inOwnTime(moment)}`;
    const rows = await this.database.query<
      { code: string; name: Record<'ko' | 'en', string>; severity: number; at: Date }[]
    >(
      `SELECT f.code, f.name, f.severity, e.at FROM fault_report f
         CROSS JOIN LATERAL (SELECT CASE WHEN ${within('f.occurred_at')} THEN f.occurred_at WHEN ${within('f.last_at')} THEN f.last_at END AS at) e
       WHERE f.vehicle_id = $1 AND f.occurred_at < $4 AND f.last_at >= $3 AND e.at IS NOT NULL ORDER BY e.at DESC, f.id DESC LIMIT ${maxErrors}`,
      [vehicleId, customerId, new Date(from), new Date(to)],
    );
    return rows.map((r) => ({
      code: r.code,
      name: r.name[language],
      severity: severities[r.severity - 1] ?? 'minor',
      occurredAt: r.at.toISOString(),
    }));
  }

  private currentMonth(timeZone: string): string {
    return dayOf(this.now().getTime(), timeZone).slice(0, 7);
  }
}

type Sums = AppReportVehicle['months'][number];
function total(months: readonly Sums[], of: 'operatingHours' | 'distanceKm'): number | null {
  const known = months.map((m) => m[of]).filter((value) => value !== null);
  return known.length === 0 ? null : Math.round(known.reduce((a, b) => a + b, 0) * 100) / 100;
}
