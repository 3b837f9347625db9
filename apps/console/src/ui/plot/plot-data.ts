export type Point = readonly [atMs: number, value: number];

/** Longer without a message of a vehicle than this is a gap, whatever is drawn of it: more than three of its longest reporting intervals. */
export const gapMs = 200_000;

/** Longer than three of the usual steps without a value is a gap, and a gap is left open: a line across it would be invented. */
export function withGaps(points: readonly Point[]): [number[], (number | null)[]] {
  const longest = gapOf(points);
  const x: number[] = [];
  const y: (number | null)[] = [];
  for (const [i, [at, value]] of points.entries()) {
    const before = points[i - 1];
    if (before && at - before[0] > longest) {
      x.push((before[0] + 1) / 1000);
      y.push(null);
    }
    x.push(at / 1000);
    y.push(value);
  }
  return [x, y];
}

/** Of few points the usual step is not known, and may be the silence itself. */
function gapOf(points: readonly Point[]): number {
  if (points.length < 3) return gapMs;
  const steps = points
    .slice(1)
    .map(([at], i) => at - (points[i]?.[0] ?? at))
    .sort((a, b) => a - b);
  return Math.min(gapMs, Math.max(1_000, 3 * (steps[Math.floor(steps.length / 2)] ?? 0)));
}

/** The places of values between two gaps: no line leads to them. */
export function alone(values: ArrayLike<number | null | undefined>): number[] {
  const known = (i: number): boolean => typeof values[i] === 'number';
  return Array.from({ length: values.length }, (_, i) => i).filter((i) => known(i) && !known(i - 1) && !known(i + 1));
}

/** A range around all that must be seen, a little wider, and never narrower than `former`: an axis does not jump while values stream in. */
export function rangeOf(values: readonly number[], former: readonly [number, number] | null): [number, number] {
  const low = Math.min(...values, former?.[0] ?? Infinity);
  const high = Math.max(...values, former?.[1] ?? -Infinity);
  if (!Number.isFinite(low) || !Number.isFinite(high)) return [0, 1];
  if (former && low === former[0] && high === former[1]) return [former[0], former[1]];
  const air = (high - low || Math.abs(high) || 1) * 0.08;
  return [former && low === former[0] ? low : low - air, former && high === former[1] ? high : high + air];
}
