import { remoteControls, type ConfigDown } from '@headland/contracts/device/down';

/**
 * How a terminal may be changed, and its configuration. Unregistered is final in the console: only the factory restores
 * a device. With an open SOS it stays in its vehicle and in use, because the driver's panel depends on it; also during
 * a program transfer, because a half-written program is dangerous.
 */
export type DeviceLock = 'notInUse' | 'sos' | 'flash';

/** Why a device can't be changed or unregistered now; the first reason that applies. */
export function deviceLock({
  inUse,
  openSos,
  reprogramming,
}: {
  inUse: boolean;
  openSos: boolean;
  reprogramming: boolean;
}): DeviceLock | null {
  if (!inUse) return 'notInUse';
  return openSos ? 'sos' : reprogramming ? 'flash' : null;
}

/** Default tilt limits of a terminal, in degrees. */
export const defaultRollover = { x: 45, y: 45, z: 60 } as const;

export interface ConfigBasis {
  intervalS: number;
  type: number;
  /** of its vehicle; null without one: then no remote control */
  model: { rollover: Record<string, { x: number; y: number; z: number }>; remoteControl: string } | null;
}
/** `down/config` of a device by its interval, its type and its vehicle's model. */
export function configOf({ intervalS, type, model }: ConfigBasis): ConfigDown {
  const { x, y, z } = model?.rollover[String(type)] ?? defaultRollover;
  return {
    interval: intervalS === 60 ? 60 : 30,
    rollover: { x, y, z },
    remoteControl: remoteControls.find((r) => r === model?.remoteControl) ?? 'none',
  };
}

export const sameConfig = (a: ConfigDown, b: ConfigDown): boolean =>
  a.interval === b.interval &&
  a.remoteControl === b.remoteControl &&
  a.rollover.x === b.rollover.x &&
  a.rollover.y === b.rollover.y &&
  a.rollover.z === b.rollover.z;
