import { inPairs } from '../measure/pairs';
import type { Histogram } from '../measure/histogram';
import type { DriveResult } from '../parts/drive';
import { figure, type Figure } from '../report';
import type { Bench } from './context';
import { ceilingOf, fleet, lookAt, measure, p } from './steps';

/** Shares of what the minimal path commits at full speed, and the goal for a watched vehicle's p99. */
const loads = [
  { share: 0.25, withinMs: 50 },
  { share: 0.5, withinMs: 80 },
];

/** From the device's publish to the console's socket.io-client, at a quarter and at half of what the minimal path commits at full speed. */
export const latency: Bench = async (context) => {
  const [product, limit] = [await context.product(), await context.limit()];
  const ceiling = await ceilingOf(context, 'limit');
  const watched = (await product.vehicleIds(fleet)).filter((_, i) => i % 10 === 0).slice(0, 120);
  const figures: Figure[] = [];
  for (const { share, withinMs } of loads) {
    const ratePerS = Math.round((ceiling * share) / 100) * 100;
    const what = `${share * 100} % of the ceiling (${ratePerS}/s)`;
    const runs = await inPairs(
      context.pairs,
      () => measure(context, product, what, { ratePerS, look: lookAt(fleet, watched) }),
      () => measure(context, limit, what, { ratePerS }),
    );
    const of = (list: DriveResult[], pick: (r: DriveResult) => Histogram, at: number): number[] =>
      list.map((r) => p(pick(r), at));
    const limitAt = (at: number): number[] => of(runs.limit, (r) => r.seen.latency.batch, at);
    for (const [at, name] of [
      [0.5, 'p50'],
      [0.95, 'p95'],
      [0.99, 'p99'],
    ] as const) {
      const goal =
        at === 0.99 ? { goal: [{ of: 'value', at: 'most', than: withinMs } as const], isHeadline: true } : {};
      figures.push(
        figure({
          bench: 'latency',
          name: `${name} at ${what}, a watched vehicle`,
          unit: 'ms',
          product: of(runs.product, (r) => r.seen.latency.vehicle, at),
          limit: limitAt(at),
          limitIs: 'minimal path',
          ...goal,
        }),
      );
    }
    for (const [at, name] of [
      [0.5, 'p50'],
      [0.95, 'p95'],
      [0.99, 'p99'],
    ] as const) {
      figures.push(
        figure({
          bench: 'latency',
          name: `${name} at ${what}, the map's conflated frames`,
          unit: 'ms',
          product: of(runs.product, (r) => r.seen.latency.map, at),
          limit: limitAt(at),
          limitIs: 'minimal path',
        }),
      );
    }
  }
  return figures;
};
