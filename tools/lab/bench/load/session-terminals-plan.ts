import { z } from 'zod';
import type { HistogramJson } from '../measure/histogram';

/** Settings of the process that plays terminals in sessions, in the environment variable BENCH_PLAN. */
export const TerminalsPlan = z.object({
  mqttUrl: z.url(),
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
  items: z.array(z.string()).min(1).max(10),
  period: z.union([z.literal(500), z.literal(1000)]),
  /** true: they wait for connect and stream requests; false: they measure without a request */
  asked: z.boolean(),
});
export type TerminalsPlan = z.output<typeof TerminalsPlan>;

export type ToTerminals = { type: 'measure'; on: boolean } | { type: 'report' };
export interface TerminalsReport {
  /** rows that left since the last report */
  rows: number;
  lostConnections: number;
  /** how late rows were measured against their period */
  lateness: HistogramJson;
}
export type FromTerminals = { type: 'connected' } | { type: 'report'; report: TerminalsReport };
