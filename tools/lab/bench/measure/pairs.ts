/**
 * Product and limit measured in turns, because the same run minutes later can differ by half on a shared machine: a neighbour that wakes up
 * meets both. The figure is the median of the ratios of the pairs, not the ratio of two medians; the spread is printed beside it.
 */
export interface Spread {
  median: number;
  min: number;
  max: number;
  values: number[];
}

export function spreadOf(values: readonly number[]): Spread {
  if (values.length === 0) throw new RangeError('no values');
  const sorted = [...values].sort((a, b) => a - b);
  const mid = Math.floor(sorted.length / 2);
  const upper = sorted[mid] ?? NaN;
  const median = sorted.length % 2 === 1 ? upper : ((sorted[mid - 1] ?? NaN) + upper) / 2;
  return { median, min: sorted[0] ?? NaN, max: sorted.at(-1) ?? NaN, values: [...values] };
}

/** Runs `pairs` pairs; who goes first changes each time, so that neither side always gets the warmer machine. */
export async function inPairs<P, L>(
  pairs: number,
  product: (pair: number) => Promise<P>,
  limit: (pair: number) => Promise<L>,
): Promise<{ product: P[]; limit: L[] }> {
  const result: { product: P[]; limit: L[] } = { product: [], limit: [] };
  for (let pair = 0; pair < pairs; pair++) {
    if (pair % 2 === 0) {
      result.limit.push(await limit(pair));
      result.product.push(await product(pair));
    } else {
      result.product.push(await product(pair));
      result.limit.push(await limit(pair));
    }
  }
  return result;
}

/** Ratio of each pair, `product / limit`. */
export const ratiosOf = (product: readonly number[], limit: readonly number[]): number[] =>
  product.map((p, i) => p / (limit[i] ?? NaN));

/** Least-squares slope of points (x, y): growth of memory per second, for one. */
export function slopeOf(points: readonly { x: number; y: number }[]): number {
  const n = points.length;
  if (n < 2) return 0;
  const meanX = points.reduce((s, p) => s + p.x, 0) / n;
  const meanY = points.reduce((s, p) => s + p.y, 0) / n;
  const over = points.reduce((s, p) => s + (p.x - meanX) * (p.y - meanY), 0);
  const under = points.reduce((s, p) => s + (p.x - meanX) ** 2, 0);
  return under === 0 ? 0 : over / under;
}
