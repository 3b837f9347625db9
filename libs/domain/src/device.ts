import { remoteControls, type ConfigDown } from '@headland/contracts/device/down';

/**
 * What a terminal may still be changed to, and what it is told. Unregistered is final in the console: only the factory brings a device back.
 * While an SOS call of it is open it stays in its vehicle and in use, because the driver's panel hangs on it; while it brings a program into a
 * controller, because nobody knows what half a program does.
 */
export type DeviceLock = 'notInUse' | 'sos' | 'flash';

/** Why a device can't be changed or unregistered at all now; the first reason that holds. */
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

/** Degrees that a terminal watches for while no model says others. */
export const defaultRollover = { x: 45, y: 45, z: 60 } as const;

export interface ConfigBasis {
  intervalS: number;
  type: number;
  /** of the vehicle that it is in; null without one: nothing is controlled remotely then */
  model: { rollover: Record<string, { x: number; y: number; z: number }>; remoteControl: string } | null;
}
/** `down/config` of a device as its interval, its type and the model of its vehicle want it. */
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
