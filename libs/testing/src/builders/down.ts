import { type AckDown, type ConfigDown, type SosDown } from '@headland/contracts/device/down';

/** What the back end says to a terminal. */
export function ackDown(over: Partial<AckDown> = {}): AckDown {
  return { topic: 'telemetry', boot: 1, upTo: 1, missing: [], ...over };
}

export function configDown(over: Partial<ConfigDown> = {}): ConfigDown {
  return { interval: 30, rollover: { x: 40, y: 45, z: 60 }, remoteControl: 'none', ...over };
}

export function sosDown(over: Partial<SosDown> = {}): SosDown {
  return { sos: 1, status: 'acknowledged', ...over };
}
