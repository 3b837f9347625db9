import { z } from 'zod';

/** Settings of the process with the bare broadcast, in the environment variable BENCH_PLAN. */
export const BareBroadcastPlan = z.object({
  vehicles: z.number().int().positive(),
  framesPerS: z.number().positive(),
  volatile: z.boolean().default(true),
});
export type BareBroadcastPlan = z.output<typeof BareBroadcastPlan>;
export type FromBareBroadcast = { type: 'ready'; port: number } | { type: 'progress'; frames: number };
