import { type DistanceUnit, inDistanceUnit } from './distance-unit';
import { shares } from './trips';
import { atHour, dayOf, daysOfMonth, dayStart } from './zone-day';

/** What a machine did on one day of its owner; meters are null where they are not known. */
export interface ReportDay {
  day: string;
  idleMs: number;
  workMs: number;
  driveMs: number;
  /** of the engine-hour meter */
  hours: number | null;
  km: number | null;
  fuelL: number | null;
  /** of the running engine in each load band */
  loadMs: readonly [number, number, number, number];
  /** sum of the engine speeds of a running engine, and how many there are */
  rpmSum: number;
  rpmCount: number;
}

/** A month of a machine. Everything is null in a month without data; a figure alone is where its sensor is missing. */
export interface MonthFigures {
  /** of the engine-hour meter */
  operatingHours: number | null;
  /** with a running engine */
  operatingDays: number | null;
  distanceKm: number | null;
  /** of the engine: idle, work and drive */
  runMs: number | null;
  fuelL: number | null;
  idlePercent: number | null;
  workPercent: number | null;
  drivePercent: number | null;
  loadMs: [number, number, number, number] | null;
  meanRpm: number | null;
}

const noFigures: MonthFigures = {
  operatingHours: null,
  operatingDays: null,
  distanceKm: null,
  runMs: null,
  fuelL: null,
  idlePercent: null,
  workPercent: null,
  drivePercent: null,
  loadMs: null,
  meanRpm: null,
};

/** The figures of the days with data; percentages are whole numbers that add up to 100. */
export function monthFigures(days: readonly ReportDay[]): MonthFigures {
  if (days.length === 0) return noFigures;
  const sum = (of: (day: ReportDay) => number): number => days.reduce((total, day) => total + of(day), 0);
  const known = (of: (day: ReportDay) => number | null): number | null =>
    days.every((day) => of(day) === null) ? null : rounded(sum((day) => of(day) ?? 0));
  const states = [sum((d) => d.idleMs), sum((d) => d.workMs), sum((d) => d.driveMs)];
  const runMs = states.reduce((a, b) => a + b, 0);
  const [idlePercent = null, workPercent = null, drivePercent = null] = runMs > 0 ? shares(states) : [];
  const band = (i: 0 | 1 | 2 | 3): number => sum((d) => d.loadMs[i]);
  const loadMs: MonthFigures['loadMs'] = [band(0), band(1), band(2), band(3)];
  const rpmCount = sum((d) => d.rpmCount);
  return {
    operatingHours: known((d) => d.hours),
    operatingDays: days.filter((d) => runMsOf(d) > 0).length,
    distanceKm: known((d) => d.km),
    runMs,
    fuelL: known((d) => d.fuelL),
    idlePercent,
    workPercent,
    drivePercent,
    loadMs: loadMs.some((ms) => ms > 0) ? loadMs : null,
    meanRpm: rpmCount > 0 ? Math.round(sum((d) => d.rpmSum) / rpmCount) : null,
  };
}

export const runMsOf = (day: Pick<ReportDay, 'idleMs' | 'workMs' | 'driveMs'>): number =>
  day.idleMs + day.workMs + day.driveMs;

/** To ten metres, to ten millilitres: more than the sensors know. */
const rounded = (value: number): number => Math.round(value * 100) / 100;

/** A month (YYYY-MM) that many months later, or earlier. */
export function plusMonths(month: string, months: number): string {
  const [year = 1970, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** First instant of a month in a zone, and of the next one (epoch ms). */
export const monthBounds = (month: string, timeZone: string): { from: number; to: number } => ({
  from: dayStart(`${month}-01`, timeZone),
  to: dayStart(`${plusMonths(month, 1)}-01`, timeZone),
});

/** A figure as a customer reads it, beside that of the month before. */
export interface ReportFigure {
  name: 'operatingTime' | 'operatingDays' | 'distance' | 'runTime' | 'fuel';
  value: number | null;
  before: number | null;
  unit: 'hours' | 'days' | 'litres' | DistanceUnit;
  digits: 0 | 1;
}

/** The figures of a report in the order of the page, in the customer's units. */
export function reportFigures(units: DistanceUnit, now: MonthFigures, before: MonthFigures): ReportFigure[] {
  const figure = (
    name: ReportFigure['name'],
    unit: ReportFigure['unit'],
    digits: 0 | 1,
    of: (figures: MonthFigures) => number | null,
  ): ReportFigure => ({ name, unit, digits, value: of(now), before: of(before) });
  return [
    figure('operatingTime', 'hours', 1, (f) => f.operatingHours),
    figure('operatingDays', 'days', 0, (f) => f.operatingDays),
    figure('distance', units, 1, (f) => (f.distanceKm === null ? null : inDistanceUnit(f.distanceKm, units))),
    figure('runTime', 'hours', 1, (f) => (f.runMs === null ? null : hoursOf(f.runMs))),
    figure('fuel', 'litres', 1, (f) => f.fuelL),
  ];
}

export const hoursOf = (ms: number): number => ms / 3_600_000;

/** The weeks of a month's calendar, Sunday first; null for days of another month. */
export function weeksOfMonth(month: string): (string | null)[][] {
  const days = daysOfMonth(month);
  const empty = new Date(`${month}-01T00:00:00Z`).getUTCDay();
  const cells = [...Array.from({ length: empty }, () => null), ...days];
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, i) => cells[week * 7 + i] ?? null),
  );
}

/** Mails go out on the first days of a month from this hour on: late telemetry has arrived, and no one is woken. */
const mailDays = 5;
/** Whoever asked for it does not want to be woken by it, on whichever of these days it goes. */
const mailFromHour = 9;
const mailToHour = 21;

/** The month whose report is due by e-mail at this moment, in the zone of the product; null: none is. */
export function mailedMonth(at: number, timeZone: string): string | null {
  const today = dayOf(at, timeZone);
  if (Number(today.slice(8)) > mailDays) return null;
  if (at < atHour(today, mailFromHour, timeZone) || at >= atHour(today, mailToHour, timeZone)) return null;
  return plusMonths(today.slice(0, 7), -1);
}
