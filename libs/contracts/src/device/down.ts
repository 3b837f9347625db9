import { z } from 'zod';
import { upKinds } from './envelope';

/** What the back end says to a device, on `tms/v1/{device}/down/…`. */
export const AckDown = z.object({
  topic: z.enum(upKinds),
  boot: z.number().int(),
  /** every `seq` up to this one is committed, but those in `missing` */
  upTo: z.number().int(),
  /** inclusive ranges that the device sends again */
  missing: z.array(z.tuple([z.number().int(), z.number().int()])),
});
export type AckDown = z.output<typeof AckDown>;

export const remoteControls = ['none', 'start', 'startClimate'] as const;
export const ConfigDown = z.object({
  interval: z.union([z.literal(30), z.literal(60)]),
  /** thresholds in degrees for this device type */
  rollover: z.object({ x: z.number(), y: z.number(), z: z.number() }),
  remoteControl: z.enum(remoteControls),
});
export type ConfigDown = z.output<typeof ConfigDown>;

/** The driver's panel: staff have seen the call, are on the way, have closed it. */
export const SosDown = z.object({ sos: z.number().int(), status: z.enum(['raised', 'acknowledged', 'dispatched', 'resolved', 'falseAlarm']) });
export type SosDown = z.output<typeof SosDown>;
