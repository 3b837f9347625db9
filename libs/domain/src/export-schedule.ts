import type { ScheduleTimes } from '@headland/contracts/export-schedule';
import { dayOf, dayStart, plusDays } from './zone-day';

/** A month has 31 days at the most, and its first day may be over. */
const mostDays = 32;
const hourMs = 3_600_000;

/**
 * The next time after a moment, by the clock on the wall: on the day on which clocks are changed, an hour that does not
 * exist is the one after it, and one that comes twice is its first.
 */
export function nextRun({ every, weekday, hour, timeZone }: ScheduleTimes, after: Date): Date {
  const today = dayOf(after.getTime(), timeZone);
  for (let i = 0; i <= mostDays; i++) {
    const day = plusDays(today, i);
    if (every === 'week' && new Date(`${day}T00:00:00Z`).getUTCDay() !== weekday) continue;
    if (every === 'month' && !day.endsWith('-01')) continue;
    const at = atHour(day, hour, timeZone);
    if (at > after.getTime()) return new Date(at);
  }
  throw new Error('a month without a first day');
}

function atHour(day: string, hour: number, timeZone: string): number {
  const start = dayStart(day, timeZone);
  const wallHour = hourOf(timeZone);
  // by then at the earliest; a day has up to 25 hours, and some zones change by half an hour
  const earliest = start + Math.max(0, hour - 2) * hourMs;
  for (let at = earliest; at < start + 26 * hourMs; at += hourMs / 4) {
    if (dayOf(at, timeZone) !== day) break;
    if (wallHour(at) >= hour) return at;
  }
  return dayStart(plusDays(day, 1), timeZone);
}

function hourOf(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hour: '2-digit', hourCycle: 'h23' });
  return (at) => Number(format.format(at));
}
