import type { CourseValue } from '@headland/contracts/course';

/** What an axis shows at least, in the unit of the value: the physical range, not the noise of a quiet day. */
const atLeast: Partial<Record<CourseValue, readonly [number, number]>> = {
  rpm: [0, 1_000],
  speed: [0, 5],
  load: [0, 100],
  fuelRate: [0, 5],
  fuelLevel: [0, 100],
  defLevel: [0, 100],
  dpfSoot: [0, 100],
  coolant: [0, 100],
  oilTemp: [0, 100],
  exhaustTemp: [0, 200],
  oilPressure: [0, 200],
  railPressure: [0, 500],
  battery: [10, 15],
  hitch: [0, 100],
  pto: [0, 500],
  work: [0, 100],
};
/** Of values without a physical range. */
const leastSpan = 1;

/** It stays while one zooms and moves, so that heights can be compared. */
export function axisRange(value: CourseValue, seen: readonly [number, number] | null): [number, number] {
  const known = atLeast[value];
  if (seen === null) return known ? [known[0], known[1]] : [0, 1];
  const low = Math.min(seen[0], known?.[0] ?? seen[0]);
  const high = Math.max(seen[1], known?.[1] ?? seen[1]);
  const air = Math.max(high - low, known ? 0 : leastSpan) * 0.06;
  // below the least value there is room for the strip of states
  return [low - 1.2 * air, high + air];
}
