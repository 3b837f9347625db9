import { z } from 'zod';

/** Settings of the bare room's process, in the environment variable BENCH_PLAN. */
export const BareRoomPlan = z.object({
  vehicles: z.number().int().positive(),
  framesPerS: z.number().positive(),
  volatile: z.boolean().default(true),
});
export type BareRoomPlan = z.output<typeof BareRoomPlan>;
export type FromBareRoom = { type: 'ready'; port: number } | { type: 'progress'; frames: number };
