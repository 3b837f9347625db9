import { inPairs, spreadOf } from '../measure/pairs';
import type { DriveResult } from '../parts/drive';
import { figure, type Figure } from '../report';
import type { Bench, BenchContext } from './context';
import { fleet, measure } from './steps';

/** Messages a second at which the cost of one is compared. */
export const costRatePerS = 5000;

/** Fleets of the same traffic: a machine reports each two seconds, as most do, and five times a second, as a session does. */
const fleets = [10_000, fleet] as const;

/** How much durable telemetry the product takes, and what a message costs its processes, against the minimal path. */
export const ingest: Bench = async (context) => {
  const figures: Figure[] = [];
  for (const devices of fleets) figures.push(...(await ofFleet(context, devices)));
  return figures;
};

async function ofFleet(context: BenchContext, devices: number): Promise<Figure[]> {
  const [product, limit] = [await context.product(), await context.limit()];
  const full = await inPairs(
    context.pairs,
    () => measure(context, product, `${devices} devices, full speed`, { ratePerS: null, devices }),
    () => measure(context, limit, `${devices} devices, full speed`, { ratePerS: null, devices }),
  );
  const perS = { product: full.product.map((r) => r.committedPerS), limit: full.limit.map((r) => r.committedPerS) };
  if (devices === fleet) {
    context.ceilings.product = spreadOf(perS.product).median;
    context.ceilings.limit = spreadOf(perS.limit).median;
  }

  // the same batching delay on both sides: it halves the cost of a message and is a setting
  const lingering = await context.limit(product.lingerMs);
  const cost = await inPairs(
    context.pairs,
    () => measure(context, product, `${devices} devices, ${costRatePerS}/s`, { ratePerS: costRatePerS, devices }),
    () => measure(context, lingering, `${devices} devices, ${costRatePerS}/s`, { ratePerS: costRatePerS, devices }),
  );
  const of = (value: (r: DriveResult) => number, runs = cost) => ({
    product: runs.product.map(value),
    limit: runs.limit.map(value),
  });
  const bench = 'ingest';
  const limitIs = 'minimal path';
  const fleetName = devices === fleet ? '1,000 devices' : '10,000 devices';
  const isHeadline = devices !== fleet;
  return [
    figure({
      bench,
      name: `${fleetName}: durable, validated, de-duplicated, with latest state and down/ack`,
      unit: 'messages/s',
      ...perS,
      limitIs,
      goal: [{ of: 'ratio', at: 'least', than: 1 }],
      isHeadline,
    }),
    figure({
      bench,
      name: `${fleetName}: server CPU a message at ${costRatePerS}/s`,
      unit: 'µs',
      ...of((r) => r.cpuUsPerMessage.server),
      limitIs: `${limitIs}, same linger`,
      goal: [{ of: 'ratio', at: 'most', than: 0.9 }],
      isHeadline,
    }),
    figure({
      bench,
      name: `${fleetName}: database CPU a message at ${costRatePerS}/s`,
      unit: 'µs',
      ...of((r) => r.cpuUsPerMessage.database),
      limitIs,
      goal: [{ of: 'ratio', at: 'most', than: 1.2 }],
      isHeadline,
    }),
    figure({
      bench,
      name: `${fleetName}: broker CPU a message at ${costRatePerS}/s`,
      unit: 'µs',
      ...of((r) => r.cpuUsPerMessage.broker),
      limitIs,
    }),
    figure({
      bench,
      name: `${fleetName}: WAL a message at ${costRatePerS}/s`,
      unit: 'bytes',
      ...of((r) => r.walBytesPerMessage),
      limitIs,
      goal: [{ of: 'value', at: 'most', than: 550 }],
      isHeadline,
    }),
    figure({
      bench,
      name: `${fleetName}: server, database and broker CPU a message at full speed`,
      unit: 'µs',
      ...of((r) => r.cpuUsPerMessage.server + r.cpuUsPerMessage.database + r.cpuUsPerMessage.broker, full),
      limitIs,
      goal: [{ of: 'value', at: 'most', than: 40 }],
      isHeadline,
    }),
  ];
}
