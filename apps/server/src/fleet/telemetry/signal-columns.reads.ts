import { measuredValues, type MeasuredValue } from '@headland/contracts/measured-values';
import { columnName } from '../../platform/database/columns-of';

/**
 * Measured values that a row of telemetry had as JSON in `signals` before they became columns (`real`), in the order of
 * `measuredValues`. A row has them in one form or the other.
 */
export type Signal = Exclude<MeasuredValue, 'rpm' | 'speed'>;
export const signals = measuredValues.filter((value): value is Signal => value !== 'rpm' && value !== 'speed');
export type Sensor = Exclude<Signal, `tilt${string}`>;
/** The signals without the tilt. */
export const sensors = signals.filter((signal): signal is Sensor => !signal.startsWith('tilt'));

/** A signal of a row of telemetry, in either form. */
export function signalSql(alias: string, signal: Signal): string {
  const json = signal.startsWith('tilt') ? `->'tilt'->>'${signal.slice(4).toLowerCase()}'` : `->>'${signal}'`;
  return `COALESCE(${alias}.${columnName(signal)}, (${alias}.signals${json})::real)`;
}

/** Select list of signals under their names; null: not measured. */
export const selectSignals = (alias: string, names: readonly Signal[] = signals): string =>
  names.map((signal) => `${signalSql(alias, signal)} AS "${signal}"`).join(', ');
export type SignalRow = Record<Signal, number | null>;
