import { courseDigits, type CourseValue } from '@headland/contracts/course';
import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { useMeasure } from '../../ui/measures';

export interface ValueLabel {
  name: string;
  unit: string;
  digits: number;
  /** from the unit of the server to the one that is shown */
  factor: number;
}

/** What a value is called, and in which unit this member reads it. */
export function useValueLabel(): (value: CourseValue) => ValueLabel {
  const { t } = useI18n();
  const measure = useMeasure();
  return useMemo(
    () => (value) => {
      const digits = courseDigits[value];
      if (value === 'fuelRate') return { name: t('course.fuelRate'), unit: 'L/h', digits, factor: 1 };
      if (value === 'work') return { name: t('course.work'), unit: t('course.workUnit'), digits, factor: 1 };
      const one = measure(value, 1);
      return { name: t(`sensor.${value}`), unit: one.unit, digits, factor: one.value ?? 1 };
    },
    [t, measure],
  );
}
