import type { DatePair } from '@headland/contracts/date-pair';
import { shiftDay } from '../lib/calendar';
import { dayText } from '../lib/time';

export interface Range {
  from: string | undefined;
  to: string | undefined;
}
/** The periods that a filter of dates offers by name. */
export const presets = ['today', 'yesterday', 'week', 'days31', 'month'] as const;
export type Preset = (typeof presets)[number];
const dayMs = 86_400_000;

/** What a preset means now: whole days of the user's zone, up to the present, or to yesterday. `days`: as days, not as moments. */
export function rangeOf(
  preset: Preset,
  { now = Date.now(), days = false, until = 'today' }: { now?: number; days?: boolean; until?: DatePair['until'] } = {},
): Range {
  const today = dayText(now);
  if (until === 'yesterday' && (preset === 'week' || preset === 'days31'))
    return { from: shiftDay(today, preset === 'week' ? -7 : -31), to: shiftDay(today, -1) };
  if (preset === 'yesterday') {
    const day = shiftDay(today, -1);
    return { from: days ? day : startOf(day), to: days ? day : endOf(day) };
  }
  const first = {
    today,
    week: dayText(now - 6 * dayMs),
    days31: dayText(now - 30 * dayMs),
    month: `${today.slice(0, 8)}01`,
  }[preset];
  return { from: days ? first : startOf(first), to: undefined };
}

export const startOf = (day: string): string => new Date(`${day}T00:00:00`).toISOString();
export const endOf = (day: string): string => new Date(`${day}T23:59:59.999`).toISOString();
