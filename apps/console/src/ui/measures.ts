import type { VehicleNow } from '@headland/contracts/shared-shapes';
import { inDistanceUnit } from '@headland/domain/distance-unit';
import type { MessageKey } from '@headland/i18n/catalogue';
import { useMemo } from 'react';
import { useI18n } from '../lib/i18n';
import { useUnits } from '../lib/session/member';

/** A sensor of the device protocol as it is shown: unit and decimals. */
export interface Measure {
  unit: string;
  digits: number;
}
export const measures = {
  speed: { unit: 'km/h', digits: 1 },
  heading: { unit: '°', digits: 0 },
  engineHours: { unit: 'h', digits: 1 },
  odometer: { unit: 'km', digits: 1 },
  rpm: { unit: 'rpm', digits: 0 },
  load: { unit: '%', digits: 0 },
  coolant: { unit: '°C', digits: 0 },
  oilTemp: { unit: '°C', digits: 0 },
  oilPressure: { unit: 'kPa', digits: 0 },
  railPressure: { unit: 'bar', digits: 0 },
  exhaustTemp: { unit: '°C', digits: 0 },
  fuelLevel: { unit: '%', digits: 0 },
  defLevel: { unit: '%', digits: 0 },
  dpfSoot: { unit: '%', digits: 0 },
  fuelUsed: { unit: 'L', digits: 1 },
  hitch: { unit: '%', digits: 0 },
  pto: { unit: 'rpm', digits: 0 },
  battery: { unit: 'V', digits: 1 },
} as const satisfies Record<string, Measure>;
export type Sensor = keyof typeof measures;
export const sensors = Object.keys(measures) as Sensor[];

const ofRunningEngine: ReadonlySet<string> = new Set<Sensor>([
  'rpm',
  'load',
  'oilPressure',
  'railPressure',
  'exhaustTemp',
  'pto',
]);
/** Whether a value was measured while an engine ran that has stopped since: a later sample has 0 rpm. It must not be shown as the present value. */
export const beforeStop = ({ engine, values }: Pick<VehicleNow, 'engine' | 'values'>, sensor: string): boolean =>
  engine === 'off' && ofRunningEngine.has(sensor) && sensor in values && values.rpm !== 0;

export interface Shown extends Measure {
  value: number | null;
}

/** A sensor's value in the units of the account: kilometres or miles. */
export function useMeasure(): (sensor: Sensor, value: number | null | undefined) => Shown {
  const miles = useUnits() === 'mile';
  const { t } = useI18n();
  return useMemo(
    () => (sensor, value) => {
      const { unit, digits } = measures[sensor];
      const known = value ?? null;
      if (!miles || (sensor !== 'speed' && sensor !== 'odometer')) return { value: known, unit, digits };
      const key: MessageKey = sensor === 'speed' ? 'unit.mph' : 'unit.mile';
      return { value: known === null ? null : inDistanceUnit(known, 'mile'), unit: t(key), digits };
    },
    [miles, t],
  );
}
