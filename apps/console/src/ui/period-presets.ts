import type { DatePair } from '@headland/contracts/date-pair';
import {
  endOf as endOfDay,
  type Period,
  type PeriodName,
  periodNames,
  periodOf,
  startOf as startOfDay,
} from '@headland/domain/moving-period';

export type Range = Period;
export const presets = periodNames;
export type Preset = PeriodName;
const here = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What a preset means now, in the zone of this browser. `days`: as days, not as moments. */
export const rangeOf = (
  preset: Preset,
  { now = Date.now(), days = false, until = 'today' }: { now?: number; days?: boolean; until?: DatePair['until'] } = {},
): Range => periodOf(preset, { unit: days ? 'day' : 'time', until }, { now, timeZone: here() });

export const startOf = (day: string): string => startOfDay(day, here());
export const endOf = (day: string): string => endOfDay(day, here());
