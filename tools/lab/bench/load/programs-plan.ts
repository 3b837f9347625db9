import { z } from 'zod';

/** What the process with the terminals that take a program is told, and how it and its parent talk. */
const account = z.object({
  id: z.string(),
  index: z.number().int(),
  username: z.string().optional(),
  password: z.string().optional(),
});
export const TerminalsPlan = z.object({
  mqttUrl: z.url(),
  /** greater in each run: numbers of messages begin anew */
  boot: z.number().int().positive(),
  devices: z.array(account).min(1),
  /** bytes of the program */
  size: z.number().int().positive(),
  /** blocks that a terminal asks for at once */
  atOnce: z.number().int().positive(),
});
export type TerminalsPlan = z.output<typeof TerminalsPlan>;

/** `go`: take what was offered, all at once. `expect`: nobody is asked, the blocks come by themselves. */
export type ToTerminals = { type: 'go' } | { type: 'expect' };
export type FromTerminals =
  | { type: 'connected' }
  | { type: 'offered' }
  /** all have all of it: seconds from `go` or `expect` to the last block, and how many of them hold what was offered, by its hash */
  | { type: 'there'; seconds: number; whole: number; twice: number };

/** What the process that hands the same blocks to the broker, with nobody asking, is told. */
export const BarePlan = z.object({
  mqttUrl: z.url(),
  username: z.string(),
  password: z.string(),
  devices: z.array(z.string()).min(1),
  size: z.number().int().positive(),
  /** messages without a PUBACK */
  inFlight: z.number().int().positive(),
});
export type BarePlan = z.output<typeof BarePlan>;
export type ToBare = { type: 'go' };
export type FromBare = { type: 'connected' } | { type: 'sent' };
