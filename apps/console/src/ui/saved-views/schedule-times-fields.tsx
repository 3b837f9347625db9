import { Flex } from '@chakra-ui/react';
import { scheduleEvery } from '@headland/contracts/export-schedule';
import { t50 } from '@headland/contracts/fields';
import { z } from 'zod';
import { useT } from '../../lib/i18n';
import { SelectField } from '../field';
import type { Form } from '../use-form';

const whole = z.coerce.number().int();
export const ScheduleFields = z.object({ name: t50, every: z.enum(scheduleEvery), weekday: whole, hour: whole });
const weekdays = [1, 2, 3, 4, 5, 6, 0] as const;
const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** When a scheduled export is written. */
export function ScheduleTimesFields({
  form,
}: {
  form: Pick<Form<z.ZodType, { every: string; weekday: string; hour: string }>, 'values' | 'field'>;
}) {
  const t = useT();
  return (
    <Flex gap="3" wrap="wrap" css={{ '& > *': { flex: '1 1 120px' } }}>
      <SelectField
        label={t('exportSchedule.every')}
        options={scheduleEvery.map((value) => ({ value, label: t(`exportSchedule.every.${value}`) }))}
        {...form.field('every')}
      />
      {form.values.every === 'week' && (
        <SelectField
          label={t('exportSchedule.weekday')}
          options={weekdays.map((day) => ({ value: String(day), label: t(`weekday.${day}`) }))}
          {...form.field('weekday')}
        />
      )}
      <SelectField
        label={t('exportSchedule.hour')}
        options={hours.map((hour) => ({ value: String(hour), label: `${String(hour).padStart(2, '0')}:00` }))}
        {...form.field('hour')}
      />
    </Flex>
  );
}
