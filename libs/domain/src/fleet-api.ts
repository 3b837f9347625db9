/**
 * What a client of the Fleet API may ask for: pages from 1, and a period between two moments in UTC, the first of them
 * included, the last not. The periods of an owner are cut to the time in which the machine was the owner's.
 */
const dayMs = 86_400_000;
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/u;

export interface Span {
  /** epoch ms, half-open */
  from: number;
  to: number;
}
export type Asked<T> = { value: T } | { errors: Record<string, string> } | { tooLong: true };

/** A page number, or null. */
export function pageFrom(text: string): number | null {
  const page = /^[1-9]\d{0,8}$/u.test(text) ? Number(text) : 0;
  return page === 0 ? null : page;
}

export function seriesFrom(
  asked: { startDateUTC: string; endDateUTC: string; pageNumber: string },
  maxDays: number,
): Asked<Span & { page: number }> {
  const [from, to] = [momentFrom(asked.startDateUTC), momentFrom(asked.endDateUTC)];
  const page = pageFrom(asked.pageNumber);
  const errors: Record<string, string> = {};
  if (from === null) errors.startDateUTC = 'field.utc';
  if (to === null) errors.endDateUTC = 'field.utc';
  if (page === null) errors.pageNumber = 'field.pos';
  if (from !== null && to !== null && to <= from) errors.endDateUTC = 'field.range';
  if (from === null || to === null || page === null || to <= from) return { errors };
  return to - from > maxDays * dayMs ? { tooLong: true } : { value: { from, to, page } };
}

/** 2025-02-30 is no day, although Date.parse moves it into March. */
function momentFrom(text: string): number | null {
  const ms = moment.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 19) !== text.slice(0, 19) ? null : ms;
}

/** The parts of a period within these times; null: without begin or end. */
export function spansIn(period: Span, times: readonly { since: number | null; until: number | null }[]): Span[] {
  return times
    .map(({ since, until }) => ({
      from: Math.max(period.from, since ?? -Infinity),
      to: Math.min(period.to, until ?? Infinity),
    }))
    .filter(({ from, to }) => from < to)
    .sort((a, b) => a.from - b.from);
}

/** The last page; there is always a first one. */
export const lastPage = (total: number, size: number): number => Math.max(1, Math.ceil(total / size));

/** Links of a page, in the order of the standard's examples; `hrefOf` makes the address of a page. */
export function pageLinks(
  page: number,
  last: number,
  hrefOf: (page: number) => string,
): { rel: 'self' | 'first' | 'prev' | 'next' | 'last'; href: string }[] {
  return [
    { rel: 'self', href: hrefOf(page) },
    { rel: 'first', href: hrefOf(1) },
    ...(page > 1 ? [{ rel: 'prev' as const, href: hrefOf(page - 1) }] : []),
    ...(page < last ? [{ rel: 'next' as const, href: hrefOf(page + 1) }] : []),
    { rel: 'last', href: hrefOf(last) },
  ];
}
