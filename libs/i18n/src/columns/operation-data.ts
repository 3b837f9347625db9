import type { operationData } from '@headland/contracts/operation-data';
import type { ColumnsOf } from './list-column';

const hours = (ms: number | null): number | null => (ms === null ? null : ms / 3_600_000);
const minutes = (seconds: number | null): number | null => (seconds === null ? null : seconds / 60);
/** Sums that a model and a customer have. */
const runTime = {
  key: 'runMs',
  title: 'operation.runTime',
  kind: 'number',
  sort: 'runMs',
  decimals: 1,
  unit: 'h',
} as const;
const distance = {
  key: 'km',
  title: 'operation.distance',
  kind: 'number',
  sort: 'km',
  decimals: 1,
  unit: 'distance',
} as const;
const fuel = { key: 'fuelL', title: 'operation.fuel', kind: 'number', sort: 'fuelL', decimals: 1, unit: 'L' } as const;
const litres = {
  key: 'litresPerHour',
  title: 'operation.litresPerHour',
  kind: 'number',
  sort: 'litresPerHour',
  decimals: 1,
  unit: 'L/h',
} as const;
const percent = { kind: 'number', decimals: 0, unit: '%' } as const;

export const operationModelColumns = [
  { key: 'name', title: 'operation.model', kind: 'text', sort: 'name', width: 20, value: (r) => r.name },
  { key: 'type', title: 'model.field.type', kind: 'text', value: (r, c) => c.t(`modelType.${r.type}`) },
  { key: 'vehicles', title: 'operation.vehicles', kind: 'number', value: (r) => r.vehicles },
  { key: 'active', title: 'operation.active', kind: 'number', sort: 'active', value: (r) => r.active },
  { ...runTime, value: (r) => hours(r.runMs) },
  {
    key: 'meanRunMs',
    title: 'operation.meanRun',
    kind: 'number',
    sort: 'meanRunMs',
    decimals: 1,
    unit: 'h',
    value: (r) => hours(r.meanRunMs),
  },
  { ...distance, value: (r) => r.km },
  { ...fuel, value: (r) => r.fuelL },
  { ...litres, value: (r) => r.litresPerHour },
  { ...percent, key: 'idlePercent', title: 'operation.idle', value: (r) => r.idlePercent },
  { ...percent, key: 'workPercent', title: 'operation.work', value: (r) => r.workPercent },
  { ...percent, key: 'drivePercent', title: 'operation.drive', value: (r) => r.drivePercent },
  { key: 'faults', title: 'operation.faults', kind: 'number', sort: 'faults', value: (r) => r.faults },
] as const satisfies ColumnsOf<typeof operationData.models>;

export const operationCustomerColumns = [
  { key: 'customer', title: 'operation.customer', kind: 'text', width: 20, value: (r) => r.customer.name },
  { key: 'vehicles', title: 'operation.vehicles', kind: 'number', value: (r) => r.vehicles },
  { ...runTime, value: (r) => hours(r.runMs) },
  { ...distance, value: (r) => r.km },
  { ...fuel, value: (r) => r.fuelL },
  { ...litres, value: (r) => r.litresPerHour },
  { key: 'faults', title: 'operation.faults', kind: 'number', sort: 'faults', value: (r) => r.faults },
  { key: 'sos', title: 'operation.sosCalls', kind: 'number', sort: 'sos', value: (r) => r.sos },
] as const satisfies ColumnsOf<typeof operationData.customers>;

export const operationFaultColumns = [
  { key: 'code', title: 'operation.code', kind: 'text', sort: 'code', width: 14, value: (r) => r.code },
  { key: 'name', title: 'operation.faultName', kind: 'text', width: 36, value: (r, c) => r.name[c.language] },
  { key: 'part', title: 'operation.part', kind: 'text', width: 24, value: (r, c) => r.part?.[c.language] },
  { key: 'severity', title: 'operation.severity', kind: 'text', value: (r, c) => c.t(`severity.${r.severity}`) },
  { key: 'count', title: 'operation.count', kind: 'number', sort: 'count', value: (r) => r.count },
  { key: 'vehicles', title: 'operation.vehicles', kind: 'number', sort: 'vehicles', value: (r) => r.vehicles },
  { ...percent, key: 'repeatPercent', title: 'operation.repeat', value: (r) => r.repeatPercent },
] as const satisfies ColumnsOf<typeof operationData.faultCodes>;

const time = { kind: 'number', decimals: 1 } as const;
export const operationSosColumns = [
  {
    key: 'region',
    title: 'operation.region',
    kind: 'text',
    sort: 'region',
    width: 20,
    value: (r, c) => r.region ?? c.t('operation.noRegion'),
  },
  { key: 'count', title: 'operation.count', kind: 'number', sort: 'count', value: (r) => r.count },
  { key: 'rollover', title: 'sosType.rollover', kind: 'number', value: (r) => r.rollover },
  { key: 'collision', title: 'sosType.collision', kind: 'number', value: (r) => r.collision },
  { key: 'button', title: 'sosType.button', kind: 'number', value: (r) => r.button },
  { ...time, key: 'acknowledge', title: 'operation.acknowledge', value: (r) => minutes(r.acknowledgeSeconds) },
  { ...time, key: 'dispatch', title: 'operation.dispatch', value: (r) => minutes(r.dispatchSeconds) },
  { ...time, key: 'resolve', title: 'operation.resolve', value: (r) => minutes(r.resolveSeconds) },
  { ...percent, key: 'falseAlarm', title: 'operation.falseAlarm', value: (r) => r.falseAlarmPercent },
  { key: 'escalated', title: 'operation.escalated', kind: 'number', sort: 'escalated', value: (r) => r.escalated },
] as const satisfies ColumnsOf<typeof operationData.sosRegions>;

export const operationRepairColumns = [
  { key: 'agency', title: 'operation.agency', kind: 'text', sort: 'agency', width: 20, value: (r) => r.agency },
  { key: 'completed', title: 'operation.completed', kind: 'number', sort: 'completed', value: (r) => r.completed },
  { key: 'repaired', title: 'faultStatus.repairCompleted', kind: 'number', value: (r) => r.repaired },
  { key: 'processed', title: 'faultStatus.processingCompleted', kind: 'number', value: (r) => r.processed },
  {
    key: 'meanDays',
    title: 'operation.meanDays',
    kind: 'number',
    sort: 'meanDays',
    decimals: 1,
    value: (r) => r.meanDays,
  },
] as const satisfies ColumnsOf<typeof operationData.repairAgencies>;
