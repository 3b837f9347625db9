/** Days as YYYY-MM-DD and months as YYYY-MM, without a time zone. */
const dayMs = 86_400_000;
const utc = (day: string): number => Date.parse(`${day}T00:00:00Z`);

export const shiftDay = (day: string, by: number): string => new Date(utc(day) + by * dayMs).toISOString().slice(0, 10);
export const monthOf = (day: string): string => day.slice(0, 7);
export function shiftMonth(month: string, by: number): string {
  const [year = 1970, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}
/** Both ends included. */
export const daysBetween = (from: string, to: string): number => Math.round((utc(to) - utc(from)) / dayMs) + 1;
/** Whether a text is a valid day. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/u.test(text) && !Number.isNaN(utc(text)) && new Date(utc(text)).toISOString().startsWith(text);

/** A typed day (20261105, 2026.11.5, 2026. 11. 5., 2026/11/5) as YYYY-MM-DD; anything else is returned unchanged. */
export function typedDay(text: string): string {
  const [, year, month, day] =
    /^\s*(\d{4})(?:(\d{2})(\d{2})|[-./]\s*(\d{1,2})[-./]\s*(\d{1,2})\.?)\s*$/u
      .exec(text)
      ?.filter((part) => part !== undefined) ?? [];
  const typed = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
  return isDay(typed) ? typed : text;
}

/** The weeks of a month, Sunday first; null for days of another month. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`;
  const before = new Date(utc(first)).getUTCDay();
  const length = Number(shiftDay(`${shiftMonth(month, 1)}-01`, -1).slice(8));
  const cells = [
    ...Array.from({ length: before }, () => null),
    ...Array.from({ length }, (_, i) => shiftDay(first, i)),
  ];
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, i) => cells[week * 7 + i] ?? null),
  );
}

/** A weekday, Sunday is 0. */
export const weekdayName = (weekday: number, language: string, width: 'short' | 'long' = 'short'): string =>
  new Intl.DateTimeFormat(language, { weekday: width, timeZone: 'UTC' }).format(utc(`2026-11-0${weekday + 1}`));
