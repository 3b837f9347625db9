import { inPairs } from '../measure/pairs';
import { percentiles } from '../measure/histogram';
import { drive, nextBoot, settle } from '../parts/drive';
import { Load } from '../parts/load';
import { Consoles } from '../parts/consoles';
import { sleep } from '../parts/drive';
import { figure, plain } from '../report';
import type { Histogram } from '../measure/histogram';
import type { Bench, BenchContext } from './context';
import { ceilingOf, fleet, lookAt, p, screens } from './steps';

const sosPerS = 10;
const warmUpSos = 20;
const warmUpMs = (warmUpSos / sosPerS + 2) * 1000;
/** More than the product can commit: its queues are full the whole time. */
const overload = 1.5;

/** An SOS while the fleet sends more than the back end can write, compared with the same SOS without load. */
export const sos: Bench = async (context) => {
  const ceiling = await ceilingOf(context, 'product');
  const runs = await inPairs(
    context.pairs,
    () => once(context, Math.round(ceiling * overload)),
    () => once(context, 0),
  );
  const bench = 'sos';
  const limitIs = 'idle system';
  const at = (share: number) => ({
    product: runs.product.map((h) => p(h, share)),
    limit: runs.limit.map((h) => p(h, share)),
    limitIs,
  });
  return [
    figure({
      bench,
      name: `p50 of an SOS at ${plain(overload)} times the telemetry it can take`,
      unit: 'ms',
      ...at(0.5),
    }),
    figure({
      bench,
      name: `p99 of an SOS at ${plain(overload)} times the telemetry it can take`,
      unit: 'ms',
      ...at(0.99),
      goal: [
        { of: 'ratio', at: 'most', than: 3 },
        { of: 'value', at: 'most', than: 60 },
      ],
      isHeadline: true,
    }),
  ];
};

async function once(context: BenchContext, telemetryPerS: number): Promise<Histogram> {
  const product = await context.product();
  await settle(product);
  // 600 calls: their 99th percentile is the seventh worst, not the third
  const seconds = Math.max(60, context.seconds);
  const calls = seconds * sosPerS;
  // the first SOS of a process runs cold code and opens connections: that is not the p99 in question
  const firstSos = await product.sosDevices(warmUpSos);
  const devices = await product.sosDevices(calls);
  const callForHelp = async (ends: Consoles): Promise<Histogram> => {
    const warmUp = await Load.connect((await context.machine()).dir, {
      mqttUrl: product.mqttUrl,
      kind: 'sos',
      boot: nextBoot(),
      devices: firstSos,
      mode: { how: 'paced', ratePerS: sosPerS },
      limit: warmUpSos,
      listen: true,
    });
    warmUp.start();
    await sleep(warmUpMs);
    await warmUp.finish();
    const load = await Load.connect((await context.machine()).dir, {
      mqttUrl: product.mqttUrl,
      kind: 'sos',
      boot: nextBoot(),
      devices,
      mode: { how: 'paced', ratePerS: sosPerS },
      limit: calls,
      listen: true,
    });
    try {
      ends.reset();
      load.start();
      await sleep((seconds + 2) * 1000);
      const seen = await ends.report();
      const heard = seen.latency.sos.count;
      if (heard !== calls * screens)
        context.note(
          `sos: ${calls} calls to ${screens} consoles, ${heard} of ${calls * screens} arrived within ${seconds + 2} s (telemetry ${telemetryPerS}/s)`,
        );
      return seen.latency.sos;
    } finally {
      await load.abort();
      await product.closeSosCalls();
    }
  };

  let heard: Histogram | null = null;
  if (telemetryPerS === 0) {
    const ends = await Consoles.connect((await context.machine()).dir, {
      ...product.consoles(lookAt(fleet)),
      count: screens,
      measuring: screens,
    });
    try {
      heard = await callForHelp(ends);
    } finally {
      await ends.close();
    }
  } else {
    await drive(product, {
      dir: (await context.machine()).dir,
      devices: fleet,
      seconds: seconds + warmUpMs / 1000 + 5,
      warmUpS: 5,
      consoles: screens,
      look: lookAt(fleet),
      ratePerS: telemetryPerS,
      drainWithinMs: 120_000,
      meanwhile: async (ends) => {
        heard = await callForHelp(ends);
      },
    });
  }
  if (heard === null) throw new Error('nothing was received');
  const all = percentiles(heard);
  context.log(
    `  SOS with ${telemetryPerS} messages/s in parallel: p50 ${plain(all?.p50Ms ?? NaN)}, p99 ${plain(all?.p99Ms ?? NaN)} ms (${all?.count ?? 0} received)`,
  );
  return heard;
}
