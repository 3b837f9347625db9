import { costOf } from '../measure/process-cost';
import { inPairs } from '../measure/pairs';
import { drive, settle } from '../parts/drive';
import { figure, plain } from '../report';
import type { Bench, BenchContext } from './context';
import { fleet, lookAt, p } from './steps';

const screens = 20;
const ratePerS = 1000;

/** One console that has stopped reading: its cost for the server and its effect on the others. */
export const stalled: Bench = async (context) => {
  const runs = await inPairs(
    context.pairs,
    () => once(context, 1),
    () => once(context, 0),
  );
  context.log(
    `  without: p99 ${runs.limit.map((r) => plain(r.p99Ms)).join(', ')} ms; with one stalled: ${runs.product.map((r) => plain(r.p99Ms)).join(', ')} ms`,
  );
  const bench = 'stalled';
  const limitIs = 'without it';
  return [
    figure({
      bench,
      name: `memory of the api process that one stalled browser of ${screens} costs`,
      unit: 'MB',
      goal: [{ of: 'value', at: 'most', than: 5 }],
      product: runs.product.map((r, i) => r.grownMb - (runs.limit[i]?.grownMb ?? NaN)),
    }),
    figure({
      bench,
      name: 'p99 publish to map frame of the others',
      unit: 'ms',
      product: runs.product.map((r) => r.p99Ms),
      limit: runs.limit.map((r) => r.p99Ms),
      limitIs,
      goal: [{ of: 'ratio', at: 'most', than: 1.05 }],
    }),
    figure({
      bench,
      name: 'p50 publish to map frame of the others',
      unit: 'ms',
      product: runs.product.map((r) => r.p50Ms),
      limit: runs.limit.map((r) => r.p50Ms),
      limitIs,
    }),
  ];
};

async function once(
  context: BenchContext,
  stalledScreens: number,
): Promise<{ p99Ms: number; p50Ms: number; grownMb: number }> {
  const product = await context.product();
  await settle(product);
  const api = product.processes['api'] ?? 0;
  // long enough that the kernel's socket buffers, which take the first megabytes, are full and the server itself would have to hold the rest
  const seconds = Math.max(20, context.seconds);
  let before = 0;
  let after = 0;
  const { seen } = await drive(product, {
    dir: (await context.machine()).dir,
    devices: fleet,
    seconds,
    warmUpS: context.warmUpS,
    consoles: screens,
    measuring: screens - 1,
    look: lookAt(fleet),
    ratePerS,
    meanwhile: async (ends) => {
      before = costOf(api).rssBytes;
      if (stalledScreens > 0) await ends.stall(stalledScreens);
      // the mean of the last stretch: a single reading sees the collector's saw-tooth
      const readings: number[] = [];
      const end = performance.now() + seconds * 1000 - 200;
      while (performance.now() < end) {
        await new Promise((resolve) => setTimeout(resolve, 250));
        readings.push(costOf(api).rssBytes);
      }
      const last = readings.slice(-20);
      after = last.reduce((a, b) => a + b, 0) / Math.max(1, last.length);
    },
  });
  return { p99Ms: p(seen.latency.map, 0.99), p50Ms: p(seen.latency.map, 0.5), grownMb: (after - before) / 1e6 };
}
