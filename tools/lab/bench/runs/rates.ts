import { CostMeter } from '../measure/process-cost';
import { Consoles } from '../parts/consoles';
import { nextBoot, settle, sleep, type DriveResult } from '../parts/drive';
import { Load } from '../parts/load';
import { figure, plain, type Figure } from '../report';
import type { ProductTarget } from '../targets/product-target';
import type { Bench, BenchContext } from './context';
import { lookAt, measure, p, screens } from './steps';

const devices = 10_000;
/** Of what is committed at full speed. Ascending: an overload leaves a queue behind. */
const shares = [0.2, 0.5, 1, 2, 4];

/**
 * The product alone below, at and above what it commits at full speed, with the processor time of each process: what `npm run lab -- simulate`
 * is compared with. Above the ceiling what counts is what is committed all the same; the rest grows in the broker's queue.
 */
export const rates: Bench = async (context) => {
  const product = await context.product();
  const watched = (await product.vehicleIds(devices)).filter((_, i) => i % 100 === 0);
  const figures = await calls(context);
  const full = await at(context, 'full speed', null, watched);
  figures.push(...full.figures);
  for (const share of shares) {
    const ratePerS = Math.round((full.run.committedPerS * share) / 100) * 100;
    figures.push(...(await at(context, `${plain(share)} × the ceiling (${ratePerS}/s)`, ratePerS, watched)).figures);
  }
  return figures;
};

/** What a call for help costs each process, on a system that does nothing else. */
async function calls(context: BenchContext): Promise<Figure[]> {
  const product = await context.product();
  const [perS, seconds] = [10, 30];
  await settle(product);
  const dir = (await context.machine()).dir;
  const ends = await Consoles.connect(dir, {
    ...product.consoles(lookAt(devices)),
    count: screens,
    measuring: screens,
  });
  const load = await Load.connect(dir, {
    mqttUrl: product.mqttUrl,
    kind: 'sos',
    boot: nextBoot(),
    devices: await product.sosDevices(perS * (seconds + 10)),
    mode: { how: 'paced', ratePerS: perS },
    listen: true,
  });
  const cores = await coresOf(
    product,
    async () => {
      load.start();
      await sleep(5000);
      ends.reset();
    },
    seconds,
  );
  const { sos } = (await ends.report()).latency;
  await load.abort();
  await ends.close();
  await product.closeSosCalls();
  return [
    ...[0.5, 0.95, 0.99].map((share) => one(`10 calls/s alone: p${share * 100} to the consoles`, 'ms', p(sos, share))),
    ...Object.entries(cores).map(([name, share]) =>
      one(`10 calls/s alone: ${name}, ms a call`, 'ms', (share * 1000) / perS),
    ),
  ];
}

const one = (name: string, unit: string, value: number): Figure =>
  figure({ bench: 'rates', name, unit, product: [value] });

/** Cores that each process uses over so many seconds. */
async function coresOf(
  product: ProductTarget,
  before: () => Promise<void>,
  seconds: number,
): Promise<Record<string, number>> {
  await before();
  const meter = new CostMeter(
    Object.fromEntries(Object.entries(product.processes).map(([name, pid]) => [name, [pid]])),
  );
  await sleep(seconds * 1000);
  const { cpuS, elapsedS } = meter.stop();
  return Object.fromEntries(Object.entries(cpuS).map(([name, s]) => [name, s / elapsedS]));
}

async function at(
  context: BenchContext,
  what: string,
  ratePerS: number | null,
  watched: number[],
): Promise<{ run: DriveResult; figures: Figure[] }> {
  const product = await context.product();
  let cores: Record<string, number> = {};
  const run = await measure(context, product, what, {
    ratePerS,
    devices,
    look: lookAt(devices, watched),
    drainWithinMs: 30_000,
    meanwhile: async () => {
      cores = await coresOf(product, () => Promise.resolve(), context.seconds - 0.5);
    },
  });
  return {
    run,
    figures: [
      one(`${what}: committed`, 'messages/s', run.committedPerS),
      ...[0.5, 0.95, 0.99].map((share) =>
        one(`${what}: p${share * 100} of a watched vehicle`, 'ms', p(run.seen.latency.vehicle, share)),
      ),
      one(`${what}: until the rest was committed`, 's', run.drainS),
      one(`${what}: WAL a message`, 'bytes', run.walBytesPerMessage),
      ...Object.entries({ ...cores, load: run.cores.publisher }).map(([name, share]) =>
        one(`${what}: ${name}, µs a message`, 'µs', (share * 1e6) / run.committedPerS),
      ),
    ],
  };
}
