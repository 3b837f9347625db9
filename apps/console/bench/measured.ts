/** Two hours of ten items at half a second, and what comes after: the same values for both sides, at any moment that is asked for. */
export const items = [
  'engine.rpm',
  'engine.load',
  'engine.coolant',
  'engine.oilPressure',
  'rail.pressure',
  'rail.target',
  'fuel.rate',
  'air.boost',
  'exhaust.temp',
  'battery',
];
/** Chart of each: the two of the rail share one. */
export const charts = Object.fromEntries(items.map((item, i) => [item, i < 5 ? i + 1 : i]));
export const periodMs = 500;
export const historyRows = 14_400;

const shapes: readonly [middle: number, swing: number][] = [
  [1_600, 700],
  [55, 35],
  [84, 4],
  [380, 120],
  [900, 500],
  [900, 480],
  [14, 9],
  [120, 90],
  [320, 120],
  [13.9, 0.3],
];

/** The row of this number: slow and fast oscillations, noise, and a sensor that occasionally has no value. */
export function rowAt(k: number): (number | null)[] {
  return shapes.map(([middle, swing], i) => {
    if (i === 8 && k % 3_600 < 40) return null;
    return (
      middle +
      swing * (0.7 * Math.sin(k / (180 + 40 * i)) + 0.2 * Math.sin(k / 7 + i) + 0.1 * Math.sin(k * 12.9898 * (i + 1)))
    );
  });
}
