/**
 * Limits of sensors that hold for every engine of ours, drawn into the values around a fault. Limits of single parts (a
 * pump's pressure, a sensor's voltage) are in the procedures of the remote tests; nothing is guessed here.
 */
export const sensorLimits: Readonly<Record<string, readonly number[]>> = {
  /** °C: above it an engine derates, as makers publish */
  coolant: [110],
  /** V: below it, except during cranking, no remote test continues */
  battery: [11.5],
};

/** The limits of the measured sensors. */
export const limitsOf = (sensors: readonly string[]): Record<string, number[]> =>
  Object.fromEntries(
    Object.entries(sensorLimits).flatMap(([name, limits]) => (sensors.includes(name) ? [[name, [...limits]]] : [])),
  );
