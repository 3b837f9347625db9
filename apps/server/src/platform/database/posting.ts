import type { Display, PostingState } from '@headland/contracts/posting';
import type { Where } from './where';

/** SQL of `domain/posting` for tables with the columns start_on, end_on and display, by the day `today` (a parameter). */
export const postingStateSql = (alias: string, today: string): string =>
  `CASE WHEN ${alias}.start_on > ${today}::date THEN 'scheduled' WHEN ${alias}.end_on < ${today}::date THEN 'ended' ELSE 'on' END`;

/** Columns of a row: posting, startOn, endOn, display, state. */
export const postingSelect = (alias: string, today: string): string =>
  `CASE WHEN ${alias}.start_on IS NULL THEN 'noLimit' ELSE 'dates' END AS posting, ${alias}.start_on::text AS "startOn",
   ${alias}.end_on::text AS "endOn", ${alias}.display, ${postingStateSql(alias, today)} AS state`;

/** Visible to the app. */
export const visibleSql = (alias: string, today: string): string =>
  `${alias}.display = 'shown' AND (${alias}.start_on IS NULL OR ${today}::date BETWEEN ${alias}.start_on AND ${alias}.end_on)`;

/** The filters of `postingFilter`. */
export function wherePosting(
  where: Where,
  alias: string,
  { state, display }: { state?: PostingState | undefined; display?: Display | undefined },
  today: string,
): Where {
  return where
    .andIf(display, (p) => `${alias}.display = ${p}`)
    .andIf(state, (p) => `${postingStateSql(alias, where.parameter(today))} = ${p}`);
}
