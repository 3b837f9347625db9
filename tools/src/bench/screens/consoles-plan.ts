import { z } from 'zod';
import { Look } from '@headland/contracts/live';
import type { HistogramJson } from '../measure/histogram';

/** Settings of the process that holds the browsers' ends, in the environment variable BENCH_PLAN. */
export const ConsolesPlan = z.object({
  url: z.url(),
  count: z.number().int().positive(),
  /** access token of a console of the product; null for the limits, which ask nobody who they are */
  token: z.string().nullable(),
  /** what each of them watches (product) */
  look: Look.nullable(),
  /** how many of them read what they receive and measure; the others only count */
  measuring: z.number().int().min(0),
});
export type ConsolesPlan = z.output<typeof ConsolesPlan>;

/**
 * Ways on which a moment of sending reaches a console. `batch`: the frame of the minimal path. `map`: the packed frame of a view. `vehicle`: one
 * watched vehicle. `sos`: an SOS call out of the event stream.
 */
export const channels = ['batch', 'map', 'vehicle', 'sos'] as const;
export type Channel = (typeof channels)[number];

export interface ConsolesReport {
  latency: Record<Channel, HistogramJson>;
  /** frames that arrived, all consoles together */
  frames: Record<Channel, number>;
  bytes: number;
  connected: number;
  resyncs: number;
  /** since the last reset */
  seconds: number;
}
export type ToConsoles = { type: 'reset' } | { type: 'report' } | { type: 'stall'; last: number };
export type FromConsoles = { type: 'ready' } | { type: 'stalled' } | { type: 'report'; report: ConsolesReport };
