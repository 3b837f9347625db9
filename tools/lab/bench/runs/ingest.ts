import { inPairs, spreadOf } from '../measure/pairs';
import { figure } from '../report';
import type { Bench } from './context';
import { measure } from './steps';

/** Messages a second at which the cost of one is compared. */
export const costRatePerS = 5000;

/** How much durable telemetry the product takes, and what a message costs its processes, against the minimal path. */
export const ingest: Bench = async (context) => {
  const [product, limit] = [await context.product(), await context.limit()];
  const full = await inPairs(
    context.pairs,
    () => measure(context, product, 'full speed', { ratePerS: null }),
    () => measure(context, limit, 'full speed', { ratePerS: null }),
  );
  const perS = { product: full.product.map((r) => r.committedPerS), limit: full.limit.map((r) => r.committedPerS) };
  context.ceilings.product = spreadOf(perS.product).median;
  context.ceilings.limit = spreadOf(perS.limit).median;

  // the same batching delay on both sides: it halves the cost of a message and is a setting
  const lingering = await context.limit(product.lingerMs);
  const cost = await inPairs(
    context.pairs,
    () => measure(context, product, `${costRatePerS}/s`, { ratePerS: costRatePerS }),
    () => measure(context, lingering, `${costRatePerS}/s`, { ratePerS: costRatePerS }),
  );
  const us = (side: 'product' | 'limit', of: 'server' | 'database' | 'broker'): number[] =>
    cost[side].map((r) => r.cpuUsPerMessage[of]);
  const whole = (side: 'product' | 'limit', runs: typeof full): number[] =>
    runs[side].map((r) => r.cpuUsPerMessage.server + r.cpuUsPerMessage.database + r.cpuUsPerMessage.broker);
  const bench = 'ingest';
  const limitIs = 'minimal path';
  return [
    figure({
      bench,
      name: 'durable, validated, de-duplicated, with latest state and down/ack',
      unit: 'messages/s',
      ...perS,
      limitIs,
      goal: [{ of: 'ratio', at: 'least', than: 0.6 }],
    }),
    figure({
      bench,
      name: `server CPU a message at ${costRatePerS}/s`,
      unit: 'µs',
      product: us('product', 'server'),
      limit: us('limit', 'server'),
      limitIs: `${limitIs}, same linger`,
      goal: [{ of: 'ratio', at: 'most', than: 1.5 }],
    }),
    figure({
      bench,
      name: `database CPU a message at ${costRatePerS}/s`,
      unit: 'µs',
      product: us('product', 'database'),
      limit: us('limit', 'database'),
      limitIs,
    }),
    figure({
      bench,
      name: `broker CPU a message at ${costRatePerS}/s`,
      unit: 'µs',
      product: us('product', 'broker'),
      limit: us('limit', 'broker'),
      limitIs,
    }),
    figure({
      bench,
      name: 'server, database and broker CPU a message at full speed',
      unit: 'µs',
      product: whole('product', full),
      limit: whole('limit', full),
      limitIs,
    }),
  ];
};
