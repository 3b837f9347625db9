/**
 * Limits of sensors that are known for every engine of ours, drawn into the values around a fault. What a part alone has (a pump's pressure, a sensor's
 * voltage) stands in the procedures of the remote tests; nothing is guessed here.
 */
export const sensorLimits: Readonly<Record<string, readonly number[]>> = {
  /** °C: above it an engine derates, as makers publish */
  coolant: [110],
  /** V: below it, cranking aside, no remote test goes on */
  battery: [11.5],
};

/** The limits of those sensors that were measured. */
export const limitsOf = (sensors: readonly string[]): Record<string, number[]> =>
  Object.fromEntries(
    Object.entries(sensorLimits).flatMap(([name, limits]) => (sensors.includes(name) ? [[name, [...limits]]] : [])),
  );
