import type { DriveResult } from '../parts/drive';
import { figure } from '../report';
import type { Target } from '../targets/target';
import type { Bench } from './context';
import { measure } from './steps';

/** Messages a second, the same for every size of fleet. */
const ratePerS = 2000;
const sizes = [100, 1000, 10_000] as const;

/** Ten times the devices at the same message rate: does a message cost more in a larger fleet? */
export const devices: Bench = async (context) => {
  const sides = { product: await context.product(), limit: await context.limit() };
  const cost: Record<'product' | 'limit', Map<number, number[]>> = { product: new Map(), limit: new Map() };
  for (let pair = 0; pair < context.pairs; pair++) {
    // up, then down: a machine that slows down affects all sizes alike
    for (const size of pair % 2 === 0 ? sizes : [...sizes].reverse()) {
      for (const side of ['limit', 'product'] as const) {
        const target: Target = sides[side];
        // every device has sent once before the measurement: the first message of a boot costs more
        const warmUpS = Math.max(context.warmUpS, (size / ratePerS) * 1.5);
        // without a map: the cost of ten thousand vehicles on a map is another benchmark
        const r = await measure(context, target, `${size} devices`, { ratePerS, devices: size, warmUpS, look: null });
        const list = cost[side].get(size) ?? [];
        list.push(perMessage(r));
        cost[side].set(size, list);
      }
    }
  }
  const of = (side: 'product' | 'limit', size: number): number[] => cost[side].get(size) ?? [];
  const growth = (side: 'product' | 'limit', from: number, to: number): number[] =>
    of(side, to).map((us, i) => us / (of(side, from)[i] ?? NaN));
  const bench = 'devices';
  return [
    ...sizes.map((size) =>
      figure({
        bench,
        name: `${size.toLocaleString('en-US')} devices at ${ratePerS}/s, server and database CPU a message`,
        unit: 'µs',
        product: of('product', size),
        limit: of('limit', size),
        limitIs: 'minimal path',
      }),
    ),
    ...(
      [
        [100, 1000],
        [1000, 10_000],
      ] as const
    ).map(([from, to]) =>
      figure({
        bench,
        name: `cost a message, ${to.toLocaleString('en-US')} devices against ${from.toLocaleString('en-US')}`,
        unit: '×',
        product: growth('product', from, to),
        limit: growth('limit', from, to),
        limitIs: 'minimal path',
        goal: [{ of: 'value', at: 'most', than: 1.1 }],
      }),
    ),
  ];
};

const perMessage = (r: DriveResult): number => r.cpuUsPerMessage.server + r.cpuUsPerMessage.database;
