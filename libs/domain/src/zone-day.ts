/** Calendar days in a time zone. A day has 23, 24 or 25 hours, and some zones skip its first one. */

/** Epoch ms of the first instant of a day (YYYY-MM-DD) in an IANA zone. */
export function dayStart(day: string, timeZone: string): number {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  const midnight = Date.UTC(year, month - 1, date);
  // offsets are between −12 and +14 hours: bisect the boundary between the days
  let before = midnight - 15 * hourMs;
  let after = midnight + 13 * hourMs;
  while (after - before > 1000) {
    const middle = Math.floor((before + after) / 2000) * 1000;
    if (middle <= before) break;
    if (dayOf(middle, timeZone) < day) before = middle;
    else after = middle;
  }
  return after;
}

/** YYYY-MM-DD of an instant (epoch ms) in a zone. */
export function dayOf(at: number, timeZone: string): string {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map((p) => [p.type, p.value]),
  );
  return `${parts.year}-${parts.month}-${parts.day}`;
}

/** First instant of a day and of the next one. */
export const dayBounds = (day: string, timeZone: string): { from: number; to: number } => ({
  from: dayStart(day, timeZone),
  to: dayStart(plusDays(day, 1), timeZone),
});

/**
 * Epoch ms of an hour by the clock on the wall: on the day on which clocks are changed, an hour that does not exist is the
 * one after it, and one that comes twice is its first.
 */
export function atHour(day: string, hour: number, timeZone: string): number {
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

export const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * hourMs).toISOString().slice(0, 10);

/** The days of a month (YYYY-MM). */
export function daysOfMonth(month: string): string[] {
  const [year = 1970, number = 1] = month.split('-').map(Number);
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Array.from({ length: count }, (_, i) => `${month}-${String(i + 1).padStart(2, '0')}`);
}

const hourMs = 3_600_000;
const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    if (formats.size > 500) formats.clear();
    formats.set(timeZone, format);
  }
  return format;
}
