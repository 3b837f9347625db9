/**
 * A model is what its vehicles are built as: how they are told apart, how far they may tilt, what has to be replaced or inspected. Machines on the
 * road are of 1980 at the oldest; a model of next year is registered ahead of its season.
 */
const firstYear = 1980;

/** `today` YYYY-MM-DD in the zone of the product. */
export const releaseYearFits = (year: number, today: string): boolean =>
  year >= firstYear && year <= Number(today.slice(0, 4)) + 1;

interface Told {
  remoteControl: string;
  rollover: Record<1 | 2, { x: number; y: number; z: number }>;
}

/** The types of device whose configuration says something else after a change of their model. */
export function deviceTypesToNotify(before: Told, after: Told): (1 | 2)[] {
  const differs = (type: 1 | 2): boolean =>
    (['x', 'y', 'z'] as const).some((axis) => before.rollover[type][axis] !== after.rollover[type][axis]);
  return ([1, 2] as const).filter((type) => before.remoteControl !== after.remoteControl || differs(type));
}
