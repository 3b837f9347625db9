import { z } from 'zod';
import { ViewportSubscription } from '@headland/contracts/live';
import type { HistogramJson } from '../measure/histogram';

/** Settings of the process with the consoles, in the environment variable BENCH_PLAN. */
export const ConsolesPlan = z.object({
  url: z.url(),
  count: z.number().int().positive(),
  /** access token of a console of the product; null for the limits, which have no authentication */
  token: z.string().nullable(),
  /** the subscription of each (product) */
  look: ViewportSubscription.nullable(),
  /** lists that each reads again soon after an event, as the product's console does */
  rereads: z.array(z.string()).default([]),
  /** how many of them read what they receive and measure; the others only count */
  measuring: z.number().int().min(0),
  /** diagnosis sessions: the first console shows the first of them, and so on */
  follow: z.array(z.number().int()).optional(),
});
export type ConsolesPlan = z.output<typeof ConsolesPlan>;
/** As it is written: what has a default may be left out. */
export type ConsolesPlanIn = z.input<typeof ConsolesPlan>;

/**
 * Ways on which a moment of sending reaches a console. `batch`: the frame of the minimal path. `map`: the packed frame of a view. `vehicle`: one
 * watched vehicle. `sos`, `fault`: an SOS call, a new fault report out of the event stream. `rows`: rows of a
 * recording, from their measurement.
 */
export const channels = ['batch', 'map', 'vehicle', 'sos', 'fault', 'rows'] as const;
export type Channel = (typeof channels)[number];

export interface ConsolesReport {
  latency: Record<Channel, HistogramJson>;
  /** frames that arrived, all consoles together */
  frames: Record<Channel, number>;
  bytes: number;
  /** lists that were read again, and how long an answer took */
  reread: { count: number; failed: number; latency: HistogramJson };
  connected: number;
  resyncs: number;
  /** since the last reset */
  seconds: number;
}
export type ToConsoles = { type: 'reset' } | { type: 'report' } | { type: 'stall'; last: number };
export type FromConsoles = { type: 'ready' } | { type: 'stalled' } | { type: 'report'; report: ConsolesReport };
