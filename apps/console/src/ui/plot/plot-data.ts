export type Point = readonly [atMs: number, value: number];

/** Longer than three of the usual steps without a value is a gap, and a gap is left open: a line across it would be invented. */
export function withGaps(points: readonly Point[], gapMs = gapOf(points)): [number[], (number | null)[]] {
  const x: number[] = [];
  const y: (number | null)[] = [];
  for (const [i, [at, value]] of points.entries()) {
    const before = points[i - 1];
    if (before && at - before[0] > gapMs) {
      x.push((before[0] + 1) / 1000);
      y.push(null);
    }
    x.push(at / 1000);
    y.push(value);
  }
  return [x, y];
}

function gapOf(points: readonly Point[]): number {
  if (points.length < 3) return Infinity;
  const steps = points
    .slice(1)
    .map(([at], i) => at - (points[i]?.[0] ?? at))
    .sort((a, b) => a - b);
  return Math.max(1_000, 3 * (steps[Math.floor(steps.length / 2)] ?? 0));
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
