import type { CourseValue } from '@headland/contracts/course';
import { physicalRange } from '../../ui/plot/physical-range';

/** Of values without a physical range. */
const leastSpan = 1;

/** It stays while one zooms and moves, so that heights can be compared. */
export function axisRange(value: CourseValue, seen: readonly [number, number] | null): [number, number] {
  const known = physicalRange[value];
  if (seen === null) return known ? [known[0], known[1]] : [0, 1];
  const low = Math.min(seen[0], known?.[0] ?? seen[0]);
  const high = Math.max(seen[1], known?.[1] ?? seen[1]);
  const air = Math.max(high - low, known ? 0 : leastSpan) * 0.06;
  // below the least value there is room for the strip of states
  return [low - 1.2 * air, high + air];
}
