import { dayBounds } from '@headland/domain/zone-day';
import { timeZone } from '../../lib/time';

/** The days of a tile as the lists take a period of moments: to the last millisecond, as when a person chooses the same days there. */
export function momentsOf(days: readonly { day: string }[]): { from: string | undefined; to: string | undefined } {
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  if (first === undefined || last === undefined) return { from: undefined, to: undefined };
  return {
    from: new Date(dayBounds(first, timeZone).from).toISOString(),
    to: new Date(dayBounds(last, timeZone).to - 1).toISOString(),
  };
}
