import { z } from 'zod';
import { deviceTs, upKinds } from './envelope';

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
export type RemoteControl = (typeof remoteControls)[number];
export const ConfigDown = z.object({
  interval: z.union([z.literal(30), z.literal(60)]),
  /** thresholds in degrees for this device type */
  rollover: z.object({ x: z.number(), y: z.number(), z: z.number() }),
  remoteControl: z.enum(remoteControls),
});
export type ConfigDown = z.output<typeof ConfigDown>;

/** The driver's panel: staff have seen the call, are on the way, have closed it. */
export const SosDown = z.object({
  sos: z.number().int(),
  status: z.enum(['raised', 'acknowledged', 'dispatched', 'resolved', 'falseAlarm']),
});
export type SosDown = z.output<typeof SosDown>;

/** Remote start. `id` names the request, `until` is the last moment on the device's own clock: a message that waited at the broker starts nothing any more. */
export const startCommands = ['start', 'startClimate'] as const;
export type StartCommand = (typeof startCommands)[number];
export const ControlDown = z.object({ command: z.enum(startCommands), id: z.uuid(), until: deviceTs });
export type ControlDown = z.output<typeof ControlDown>;
