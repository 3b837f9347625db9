import { percentiles, type Histogram } from '../measure/histogram';
import { drive, settle, type DriveOptions, type DriveResult } from '../parts/drive';
import { fleetBounds } from '../load/load-message';
import { plain } from '../report';
import type { ViewportSubscription } from '@headland/contracts/live';
import type { Target } from '../targets/target';
import type { BenchContext } from './context';

export const fleet = 1000;
/** Browsers of the plain benchmarks, as in the minimal path. */
export const screens = 10;

/** A console with the whole fleet of `n` on its map at street level, where the server draws no vehicles together, and some of them watched. */
export function lookAt(n: number, watched: number[] = []): ViewportSubscription {
  return { map: { zoom: 15, ...fleetBounds(n) }, vehicles: watched };
}

/** One measured run with the usual settings, logged in a line; both sides start only when the other is idle. */
export async function measure(
  context: BenchContext,
  target: Target,
  what: string,
  options: Partial<DriveOptions> & Pick<DriveOptions, 'ratePerS'>,
): Promise<DriveResult> {
  await settle(target);
  const askedBefore = await target.timesAsked?.();
  const result = await drive(target, {
    dir: (await context.machine()).dir,
    devices: fleet,
    seconds: context.seconds,
    warmUpS: context.warmUpS,
    consoles: screens,
    look: lookAt(options.devices ?? fleet),
    ...options,
  });
  const { committedPerS, cpuUsPerMessage: cpu, missing, load } = result;
  const late = percentiles(load.lateness);
  context.log(
    `  ${target.name}, ${what}: ${plain(committedPerS)}/s, CPU µs/message ${plain(cpu.server)} server, ${plain(cpu.database)} database, ${plain(cpu.broker)} broker` +
      (late === null ? '' : `; schedule p99 late ${plain(late.p99Ms)} ms`),
  );
  const asked = ((await target.timesAsked?.()) ?? 0) - (askedBefore ?? 0);
  // it is told of each commit: where it asks, another way than the usual one was measured
  if (asked > 1) context.note(`${what}: the api asked the database in ${asked} seconds`);
  if (missing > 0)
    context.note(`${what}: ${missing} of ${result.sent} messages were sent and not committed (${target.name})`);
  if (load.counts.lostConnections > 0)
    context.note(`${what}: ${load.counts.lostConnections} device connections were lost (${target.name})`);
  return result;
}

/** The maximum of a side; measured once in a session. */
export async function ceilingOf(context: BenchContext, side: 'product' | 'limit'): Promise<number> {
  const known = context.ceilings[side];
  if (known !== null) return known;
  const target = side === 'product' ? await context.product() : await context.limit();
  const { committedPerS } = await measure(context, target, 'ceiling', { ratePerS: null });
  context.ceilings[side] = committedPerS;
  return committedPerS;
}

export const p = (h: Histogram, share: number): number => h.percentileMs(share) ?? NaN;
