import { Histogram } from '../bench/measure/histogram';
import { type Arrangement, type Fleet, messagesPerS, shareOf } from './arrangement';
import { diskName } from './cell';
import type { Costs } from './costs';
import type { Busy } from './engine';
import { type Offer, Product } from './product';

export interface Percentiles {
  p50: number;
  p95: number;
  p99: number;
}
/** What a run of one cell says. Latencies in ms from the device; NaN where nothing came. */
export interface Outcome {
  committedPerS: number;
  /** sent and neither committed nor dropped, at the end; and what it grew by a second */
  waiting: number;
  growthPerS: number;
  dropped: number;
  sent: number;
  committed: number;
  batch: number;
  commitsPerS: number;
  flushesPerS: number;
  logCommitsPerS: number;
  walMbPerS: number;
  commit: Percentiles;
  screen: Percentiles;
  call: Percentiles;
  callScreen: Percentiles;
  /** the share of the time that each part is in use, the most used of its kind, most used first */
  parts: { name: string; share: number }[];
  /** processors that each part uses, all its threads together */
  cores: Record<string, number>;
}

export interface RunOptions {
  costs: Costs;
  seed?: number;
  warmUpS?: number;
  seconds?: number;
  /** without it the fleet's own rate */
  offer?: Offer;
}

/** One cell of the arrangement with its share of the fleet. */
export function simulate(fleet: Fleet, arrangement: Arrangement, options: RunOptions): Outcome {
  const { costs, seed = 1, warmUpS = 2, seconds = 8 } = options;
  const cell = shareOf(fleet, arrangement.cells);
  const product = new Product(costs, arrangement, cell, seed);
  const { clock, disk, alerts, parts } = product;
  product.offer(options.offer ?? { perS: messagesPerS(cell) });
  clock.runUntil(warmUpS * 1e6);
  const heard = {
    commit: new Histogram(),
    screen: new Histogram(),
    call: new Histogram(),
    callScreen: new Histogram(),
  };
  product.heard = heard;
  const { committed, commits, walBytes, waiting } = product;
  const [flushes, logCommits] = [disk.flushes, alerts.commits];
  const busy = parts.map((part) => part.busyUs());
  const used = new Map(product.usedUs);
  clock.runUntil((warmUpS + seconds) * 1e6);
  const perS = (now: number, before: number): number => (now - before) / seconds;
  return {
    committedPerS: perS(product.committed, committed),
    waiting: product.waiting,
    growthPerS: perS(product.waiting, waiting),
    dropped: product.dropped,
    sent: product.sent,
    committed: product.committed,
    batch: (product.committed - committed) / (product.commits - commits),
    commitsPerS: perS(product.commits, commits),
    flushesPerS: perS(disk.flushes, flushes),
    logCommitsPerS: perS(alerts.commits, logCommits),
    walMbPerS: perS(product.walBytes, walBytes) / 1e6,
    commit: percentilesOf(heard.commit),
    screen: percentilesOf(heard.screen),
    call: percentilesOf(heard.call),
    callScreen: percentilesOf(heard.callScreen),
    parts: sharesOf(parts, busy, seconds),
    cores: Object.fromEntries(
      Array.from(product.usedUs, ([part, us]) => [part, (us - (used.get(part) ?? 0)) / (seconds * 1e6)]),
    ),
  };
}

/** What is committed with a full queue, as the bench measures it, of all cells; and which part has no time left then. */
export function ceilingOf(
  fleet: Fleet,
  arrangement: Arrangement,
  options: RunOptions,
): { perS: number; first: { name: string; share: number } } {
  const window = 16_000 * arrangement.count.ingest;
  const { committedPerS, parts } = simulate(fleet, arrangement, { ...options, offer: { window } });
  return { perS: committedPerS * arrangement.cells, first: fullest(parts) };
}

/** The largest fleet of this kind that is committed as it comes while no part is in use all the time, in all cells; within 2 %. */
export function mostVehicles(
  fleetOf: (vehicles: number) => Fleet,
  arrangement: Arrangement,
  options: RunOptions,
): { vehicles: number; first: { name: string; share: number } } {
  const fits = (vehicles: number): boolean => {
    const { committedPerS, growthPerS, parts } = simulate(fleetOf(vehicles), arrangement, { ...options, seconds: 4 });
    return growthPerS < 0.03 * committedPerS && fullest(parts).share < 0.98;
  };
  let [low, high] = [1000, 2000];
  while (fits(high)) [low, high] = [high, high * 2];
  while (high / low > 1.02) {
    const middle = Math.sqrt(low * high);
    if (fits(middle)) low = middle;
    else high = middle;
  }
  const vehicles = Math.round(low / 1000) * 1000;
  return { vehicles, first: fullest(simulate(fleetOf(vehicles), arrangement, options).parts) };
}

/** The disk is none: whoever waits for a flush shares the next one, so in use all the time is no limit to what is committed. */
const fullest = (parts: Outcome['parts']): Outcome['parts'][number] =>
  parts.find(({ name }) => name !== diskName) ?? { name: 'none', share: 0 };

const percentilesOf = (of: Histogram): Percentiles => {
  const at = (share: number): number => of.percentileMs(share) ?? NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
};

function sharesOf(parts: readonly Busy[], before: number[], seconds: number): { name: string; share: number }[] {
  const shares = new Map<string, number>();
  for (const [i, part] of parts.entries()) {
    const share = (part.busyUs() - (before[i] ?? 0)) / (seconds * 1e6 * part.width);
    shares.set(part.name, Math.max(share, shares.get(part.name) ?? 0));
  }
  return Array.from(shares, ([name, share]) => ({ name, share })).sort((a, b) => b.share - a.share);
}
