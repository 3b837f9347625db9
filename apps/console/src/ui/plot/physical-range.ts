/** What an axis of a measured value shows at least, in the unit of the protocol: the physical range, not the noise of a quiet day. */
export const physicalRange: Readonly<Record<string, readonly [number, number]>> = {
  rpm: [0, 1_000],
  speed: [0, 5],
  load: [0, 100],
  fuelRate: [0, 5],
  fuelLevel: [0, 100],
  defLevel: [0, 100],
  dpfSoot: [0, 100],
  coolant: [0, 100],
  oilTemp: [0, 100],
  exhaustTemp: [0, 200],
  oilPressure: [0, 200],
  railPressure: [0, 500],
  battery: [10, 15],
  hitch: [0, 100],
  pto: [0, 500],
  work: [0, 100],
};
