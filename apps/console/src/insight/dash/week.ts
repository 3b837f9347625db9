import { dayBounds } from '@headland/domain/zone-day';
import { timeZone } from '../../lib/time';

/**
 * The days of a tile as a period of moments for the lists: to the last millisecond, as if a person chose the same days
 * there.
 */
export function momentsOf(days: readonly { day: string }[]): { from: string | undefined; to: string | undefined } {
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  if (first === undefined || last === undefined) return { from: undefined, to: undefined };
  return {
    from: new Date(dayBounds(first, timeZone).from).toISOString(),
    to: new Date(dayBounds(last, timeZone).to - 1).toISOString(),
  };
}
