import { type AckDown, type ConfigDown, type ControlDown, type SosDown } from '@headland/contracts/device/down';

/** Messages from the back end to a terminal. */
export function ackDown(over: Partial<AckDown> = {}): AckDown {
  return { topic: 'telemetry', boot: 1, upTo: 1, missing: [], ...over };
}

export function configDown(over: Partial<ConfigDown> = {}): ConfigDown {
  return { interval: 30, rollover: { x: 40, y: 45, z: 60 }, remoteControl: 'none', ...over };
}

export function sosDown(over: Partial<SosDown> = {}): SosDown {
  return { sos: 1, status: 'acknowledged', ...over };
}

export function controlDown(over: Partial<ControlDown> = {}): ControlDown {
  return { command: 'start', id: '7e57ab1e-0000-4000-8000-000000000001', until: Date.UTC(2100, 0, 1), ...over };
}
