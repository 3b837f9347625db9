import { type CourseValue, courseValues, maxCharts } from '@headland/contracts/course';
import { isDay, shiftDay } from '../../lib/calendar';
import type { Search } from '../../lib/search';

/** The layout of the charts: three in a row, or one below the other. */
export const courseLayouts = ['grid', 'column'] as const;
export type CourseLayout = (typeof courseLayouts)[number];

/** What one has chosen to look at. All of it is in the address. */
export interface CourseChoice {
  from: string;
  to: string;
  /** undefined: the default of the subject */
  vehicle: number | 'all' | undefined;
  values: readonly CourseValue[];
  layout: CourseLayout;
}
/** The defaults where the address has no value: `today` is that of the browser's zone. */
export interface CourseDefaults {
  today: string;
  values: readonly CourseValue[];
  layout: CourseLayout;
}

/** The parsed address; invalid values are ignored. */
export function readChoice(search: Search, { today, values, layout }: CourseDefaults): CourseChoice {
  const asked = new Set([search.values ?? []].flat());
  const named = ordered([...asked]).slice(0, maxCharts);
  return {
    ...daysOf(search, today),
    vehicle: vehicleOf(search.vehicle),
    values: named.length === 0 ? ordered(values) : named,
    layout: courseLayouts.find((name) => name === search.layout) ?? layout,
  };
}

/** A shared address opens the same charts for everybody, also tomorrow and with other settings. */
export const addressOf = ({ from, to, vehicle, values, layout }: CourseChoice): Search => ({
  from,
  to,
  ...(vehicle === undefined ? {} : { vehicle: String(vehicle) }),
  values: [...values],
  layout,
});

/** Charts have one order, whichever was chosen first. */
export const ordered = (values: readonly string[]): CourseValue[] => courseValues.filter((v) => values.includes(v));

/** Turns a value on or off. The last one stays, and there are at most nine. */
export function toggled(values: readonly CourseValue[], value: CourseValue): readonly CourseValue[] {
  if (!values.includes(value)) return values.length >= maxCharts ? values : ordered([...values, value]);
  return values.length === 1 ? values : values.filter((v) => v !== value);
}

/** Without a start it is yesterday; a start without an end goes on to today. */
function daysOf({ from, to }: Search, today: string): { from: string; to: string } {
  const day = (value: typeof from): string | null => (typeof value === 'string' && isDay(value) ? value : null);
  const first = day(from);
  const last = day(to) ?? (first === null ? null : today);
  if (first !== null && last !== null && first <= last) return { from: first, to: last };
  const yesterday = shiftDay(today, -1);
  return { from: yesterday, to: yesterday };
}

const vehicleOf = (value: Search[string] | undefined): CourseChoice['vehicle'] =>
  value === 'all' ? 'all' : typeof value === 'string' && /^[1-9]\d{0,8}$/u.test(value) ? Number(value) : undefined;
