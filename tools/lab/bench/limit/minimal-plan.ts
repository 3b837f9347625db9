import { z } from 'zod';

/** Settings of the minimal path's process, in the environment variable BENCH_PLAN. */
export const MinimalPlan = z.object({
  mqttUrl: z.url(),
  databaseUrl: z.url(),
  batchMax: z.number().int().positive().default(1000),
  /** how long a batch waits for more messages; 0: the next batch is what arrived during the last commit */
  lingerMs: z.number().int().min(0).default(0),
  receiveMaximum: z.number().int().min(10).max(65_535).default(10_000),
  /** 5, or 4 for a broker without MQTT 5 */
  mqttVersion: z.union([z.literal(4), z.literal(5)]).default(5),
});
export type MinimalPlan = z.output<typeof MinimalPlan>;

export type ToMinimal = { type: 'count'; request: number };
export type FromMinimal =
  { type: 'ready'; port: number } | { type: 'counted'; request: number; committed: number; batches: number };
/** A row as the browsers get it: device number, latitude, longitude, heading, speed. */
export type MinimalRow = [number, number, number, number, number];
