import { z } from 'zod';

/** Settings of the process of the minimal way of rows, in the environment variable BENCH_PLAN. */
export const MinimalStreamPlan = z.object({ mqttUrl: z.url(), databaseUrl: z.url() });
export type FromMinimalStream = { type: 'ready'; port: number };
