import { figure } from '../report';
import type { Bench } from './context';
import { type Stretch, stretch } from './fairness';
import { p } from './steps';

/** Vehicles with a week of telemetry: eight hours a day, a sample each ten seconds. */
const vehicles = 100;
const days = 7;

/** The SOS of one device while the statistics of a week are counted again from stored telemetry, compared with the same SOS without it. */
export const rebuild: Bench = async (context) => {
  const product = await context.product();
  const week = await product.fillDays(vehicles, days);
  const runs: Record<'alone' | 'beside', Stretch[]> = { alone: [], beside: [] };
  for (let pair = 0; pair < context.pairs; pair++) {
    runs.alone.push(await stretch(context, product, { name: 'alone', load: null }));
    const work = () => product.rebuild(week);
    runs.beside.push(await stretch(context, product, { name: 'beside a rebuild', load: null, work }));
  }
  const of = (pick: (s: Stretch) => number) => ({
    product: runs.beside.map(pick),
    limit: runs.alone.map(pick),
    limitIs: 'alone',
  });
  const common = { bench: 'rebuild', unit: 'ms' };
  return [
    figure({
      ...common,
      name: 'beside a rebuild of a week: p50 of an SOS to its down/ack',
      ...of(({ calls }) => p(calls, 0.5)),
    }),
    figure({
      ...common,
      name: 'beside a rebuild of a week: p99 of an SOS to its down/ack',
      ...of(({ calls }) => p(calls, 0.99)),
      goal: [{ of: 'ratio', at: 'most', than: 1.5 }],
    }),
    figure({
      ...common,
      unit: 'messages/s',
      name: 'beside a rebuild of a week: telemetry committed',
      ...of((s) => s.committedPerS),
      goal: [{ of: 'ratio', at: 'least', than: 0.95 }],
    }),
  ];
};
