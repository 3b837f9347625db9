/** Duration, sizes and rates: the parameters of one run. */
export interface SoakPlan {
  minutes: number;
  devices: number;
  seed: number;
  /** until an unacknowledged call goes up: 60 s as the product has it, less where the run is too short to see several steps of it */
  escalateS: number;
  /** telemetry, all devices together */
  messagesPerS: number;
  faultsPerMinute: number;
  sosPerMinute: number;
  consoles: number;
  /** too short for a result about memory */
  short: boolean;
}

/** From here on calls escalate after the product's own minute, and memory is judged. */
const longEnough = 10;

export function planOf({ minutes, devices, seed }: { minutes: number; devices: number; seed: number }): SoakPlan {
  const short = minutes < longEnough;
  return {
    minutes,
    devices,
    seed,
    short,
    escalateS: short ? 10 : 60,
    messagesPerS: Math.max(1, Math.round(devices / 10)),
    // 60 reports and 12 calls a minute of 2,000 devices; a short run has as many in all as it needs to see every way that they can go
    faultsPerMinute: short ? 120 : devices * 0.03,
    sosPerMinute: short ? 60 : devices * 0.006,
    consoles: short ? 4 : 10,
  };
}

/** What the simulator is asked for: only what this run is about, no dead spots, no reboots; roll-overs, some of which only the tilt samples show. */
export const behaviourOf = ({ devices, faultsPerMinute, sosPerMinute }: SoakPlan) => ({
  faultsPerDay: (faultsPerMinute * 1440) / devices,
  sosPerDay: (sosPerMinute * 1440) / devices,
  sosTypes: { button: 0.6, rollover: 0.25, collision: 0.15 },
  derivedRollovers: 0.4,
});
