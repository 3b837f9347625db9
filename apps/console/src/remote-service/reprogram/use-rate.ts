import { useState } from 'react';

interface Sample {
  at: number;
  blocks: number;
}
/** Window of the rate, ms. */
const windowMs = 20_000;

/**
 * Blocks per second over the last twenty, from the values seen by this page; null with fewer than two values, and while
 * nothing arrives. `at` epoch ms of the value.
 */
export function useRate(blocks: number, at: number): number | null {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  const last = samples.at(-1);
  if (at > 0 && last?.at !== at) {
    // after a reboot a device may have less than before: starts again
    const before = last !== undefined && blocks < last.blocks ? [] : samples.filter((s) => s.at >= at - windowMs);
    setSamples([...before, { at, blocks }]);
  }
  return rateOf(samples);
}

export function rateOf(samples: readonly Sample[]): number | null {
  const [first] = samples;
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.at === first.at) return null;
  const rate = ((last.blocks - first.blocks) / (last.at - first.at)) * 1000;
  return rate > 0 ? rate : null;
}
