/**
 * Measured values of a machine with a mean, least, greatest and count for every 5 minutes. The order is the position in
 * the arrays of `vehicle_5min`: new values are added at the end. Units are those of the telemetry sample
 * (device/up.ts): 1/min, km/h, %, °C, kPa (oil), bar (rail), V, degrees of tilt.
 */
export const measuredValues = [
  'rpm',
  'speed',
  'load',
  'fuelLevel',
  'defLevel',
  'dpfSoot',
  'coolant',
  'oilTemp',
  'exhaustTemp',
  'oilPressure',
  'railPressure',
  'battery',
  'hitch',
  'pto',
  'tiltX',
  'tiltY',
  'tiltZ',
] as const;
export type MeasuredValue = (typeof measuredValues)[number];
