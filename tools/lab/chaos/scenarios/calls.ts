import type { LedgerBook } from '@headland/testing/ledger-book';
import type { Fleet } from '../world/fleet';
import { pause } from '../world/program';

// Calls for help during a stretch of a scenario, and how long they took.

export type Stretch = readonly [fromMs: number, toMs: number];
/** When something began and ended, by the clock of the ledger. */
export async function stretch(work: () => Promise<void>): Promise<Stretch> {
  const fromMs = Date.now();
  await work();
  return [fromMs, Date.now()];
}

export function watched(done: Promise<void>): { done: Promise<void>; over: boolean } {
  const calls = { done, over: false };
  void done.finally(() => (calls.over = true)).catch(() => undefined);
  return calls;
}

/** SOS of one device after the other, five times a second. */
export async function callFor(fleet: Fleet, devices: readonly string[], lengthMs: number): Promise<void> {
  const endMs = performance.now() + lengthMs;
  for (let i = 0; performance.now() < endMs; i++) {
    await fleet.sos(devices[i % devices.length] as string);
    await pause(200);
  }
}

/** ms from a press to its `down/ack`, ascending; infinite without one. */
export function latencies(book: LedgerBook, fromMs: number, toMs: number): number[] {
  const times: number[] = [];
  for (const [{ kind }, , { sentMs, committedMs }] of book.messages()) {
    if (kind !== 'sos' || sentMs === null || sentMs < fromMs || sentMs > toMs) continue;
    times.push(committedMs === null ? Number.POSITIVE_INFINITY : committedMs - sentMs);
  }
  return times.sort((a, b) => a - b);
}

export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
