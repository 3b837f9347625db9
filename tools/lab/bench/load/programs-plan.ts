import { z } from 'zod';

/** The plan of the process with the receiving terminals, and its messages with the parent. */
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
  /** blocks that a terminal requests at once */
  atOnce: z.number().int().positive(),
});
export type TerminalsPlan = z.output<typeof TerminalsPlan>;

/** `go`: accept the offer, all at once. `expect`: blocks arrive without requests. */
export type ToTerminals = { type: 'go' } | { type: 'expect' };
export type FromTerminals =
  | { type: 'connected' }
  | { type: 'offered' }
  /** all have all of it: seconds from `go` or `expect` to the last block, and how many of them hold what was offered, by its hash */
  | { type: 'there'; seconds: number; whole: number; twice: number };

/** The plan of the process that publishes the same blocks without requests. */
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
