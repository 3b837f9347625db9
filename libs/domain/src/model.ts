/**
 * A model defines its vehicles: identification, tilt limits, consumables. Machines in use are from 1980 or later; a
 * model of next year can be registered early.
 */
const firstYear = 1980;

/** `today` YYYY-MM-DD in the zone of the product. */
export const releaseYearFits = (year: number, today: string): boolean =>
  year >= firstYear && year <= Number(today.slice(0, 4)) + 1;

interface DeviceSettings {
  remoteControl: string;
  rollover: Record<1 | 2, { x: number; y: number; z: number }>;
}

/** Device types whose configuration changes with a change of their model. */
export function deviceTypesToNotify(before: DeviceSettings, after: DeviceSettings): (1 | 2)[] {
  const differs = (type: 1 | 2): boolean =>
    (['x', 'y', 'z'] as const).some((axis) => before.rollover[type][axis] !== after.rollover[type][axis]);
  return ([1, 2] as const).filter((type) => before.remoteControl !== after.remoteControl || differs(type));
}
