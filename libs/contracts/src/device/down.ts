import { z } from 'zod';
import { deviceTs, upKinds } from './envelope';

/** Messages from the back end to a device, on `tms/v1/{device}/down/…`. */
export const AckDown = z.object({
  topic: z.enum(upKinds),
  boot: z.number().int(),
  /** every `seq` up to this one is committed, except those in `missing` */
  upTo: z.number().int(),
  /** inclusive ranges that the device resends */
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

/** The driver's panel: the SOS was acknowledged, help is on the way, it was closed. */
export const SosDown = z.object({
  sos: z.number().int(),
  status: z.enum(['raised', 'acknowledged', 'dispatched', 'resolved', 'falseAlarm']),
});
export type SosDown = z.output<typeof SosDown>;

/**
 * Remote start. `id` names the request, `until` is the last moment on the device's own clock: a message delayed at the
 * broker has no effect.
 */
export const startCommands = ['start', 'startClimate'] as const;
export type StartCommand = (typeof startCommands)[number];
export const ControlDown = z.object({ command: z.enum(startCommands), id: z.uuid(), until: deviceTs });
export type ControlDown = z.output<typeof ControlDown>;
