import { dayBounds, dayOf, plusDays } from './zone-day';

/** A calendar day in a zone, with its first instant and that of the next one (epoch ms): 23, 24 or 25 hours. */
export interface Day {
  day: string;
  from: number;
  to: number;
}
/** The dashboard shows the last seven whole days, up to yesterday, and compares them with the seven before. */
export const shownDays = 7;

/** The fourteen days before today in a zone, oldest first. */
export function fortnightBefore(now: number, timeZone: string): Day[] {
  const today = dayOf(now, timeZone);
  return Array.from({ length: 2 * shownDays }, (_, i) => {
    const day = plusDays(today, i - 2 * shownDays);
    return { day, ...dayBounds(day, timeZone) };
  });
}

/** One entry per day: its value, or `none` if there is none. */
export function everyDay<T extends { day: string }, N>(
  days: readonly Day[],
  rows: readonly T[],
  none: N,
): (T | (N & { day: string }))[] {
  const byDay = new Map(rows.map((r) => [r.day, r]));
  return days.map(({ day }) => byDay.get(day) ?? { ...none, day });
}
