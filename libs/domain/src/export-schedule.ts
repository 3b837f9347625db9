import type { ScheduleTimes } from '@headland/contracts/export-schedule';
import { atHour, dayOf, plusDays } from './zone-day';

/** A month has 31 days at the most, and its first day may be over. */
const mostDays = 32;

/** The next time after a moment, by the clock on the wall. */
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
