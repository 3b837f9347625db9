import { z } from 'zod';
import type { HistogramJson } from '../measure/histogram';

/** The plan of a publisher process: the first argument names a file with this in it. */
export const PublisherPlan = z.object({
  mqttUrl: z.url(),
  kind: z.enum(['telemetry', 'sos', 'fault', 'garbage']),
  /** of `fault`: the code that each device sends */
  code: z.string().optional(),
  /** greater in each run, so that latest states move on */
  boot: z.number().int().positive(),
  devices: z
    .array(
      z.object({
        id: z.string(),
        index: z.number().int(),
        username: z.string().optional(),
        password: z.string().optional(),
      }),
    )
    .min(1),
  /** TCP connections that share the devices; null: one for each device, under its own name */
  connections: z.number().int().positive().nullable().default(null),
  /** `paced`: messages a second, on schedule, whatever happens. `allowed`: as fast as the other end commits, by its messages. */
  mode: z.discriminatedUnion('how', [
    z.object({ how: z.literal('paced'), ratePerS: z.number().positive() }),
    z.object({ how: z.literal('allowed') }),
    /** The number in flight: until the broker has them, or until `down/ack` commits them. */
    z.object({
      how: z.literal('window'),
      inFlight: z.number().int().positive(),
      until: z.enum(['puback', 'committed']).default('puback'),
    }),
  ]),
  /** messages of one device that leave in one write when there is no schedule */
  burst: z.number().int().positive().default(8),
  /** stop after so many */
  limit: z.number().int().positive().optional(),
  /** stop after so long; a parent process stops it by message instead */
  seconds: z.number().positive().optional(),
  /** also subscribe to `down/#`, as a real terminal does */
  listen: z.boolean().default(false),
});
export type PublisherPlan = z.output<typeof PublisherPlan>;
export type PublisherDevice = PublisherPlan['devices'][number];

export type ToPublisher = { type: 'start' } | { type: 'allow'; upTo: number } | { type: 'stop' } | { type: 'finish' };
export interface PublisherCounts {
  sent: number;
  /** PUBACKs of the broker */
  pubacked: number;
  /** messages committed by `down/ack` (only when listening) */
  committed: number;
  /** bytes that the broker does not take */
  heldBytes: number;
  lostConnections: number;
}
export type FromPublisher =
  | { type: 'connected' }
  | { type: 'progress'; counts: PublisherCounts }
  | {
      type: 'stopped';
      counts: PublisherCounts;
      seconds: number;
      /** how late messages left against the schedule */ lateness: HistogramJson;
    };
