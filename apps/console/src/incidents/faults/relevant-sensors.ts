import type { Sensor } from '../../ui/measures';

/** Relevant sensors for a fault, by the system of the engine: the most specific first. */
const ofSystem: Record<string, readonly Sensor[]> = {
  ENGINE: ['coolant', 'oilPressure', 'rpm', 'load'],
  FUEL: ['railPressure', 'rpm', 'load', 'fuelLevel'],
  AIR: ['load', 'rpm', 'exhaustTemp', 'coolant'],
  GLOW: ['battery', 'coolant', 'rpm', 'load'],
  DPF: ['dpfSoot', 'exhaustTemp', 'load', 'rpm'],
  SCR: ['defLevel', 'exhaustTemp', 'load', 'rpm'],
  NOX: ['exhaustTemp', 'defLevel', 'load', 'rpm'],
  CAN: ['battery', 'rpm', 'load', 'coolant'],
  ECU: ['battery', 'rpm', 'load', 'coolant'],
};
export const relevantSensors = (system: string | null): readonly Sensor[] =>
  ofSystem[system ?? ''] ?? ['rpm', 'load', 'coolant', 'battery'];
