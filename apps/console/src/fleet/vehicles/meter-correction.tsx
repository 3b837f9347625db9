import { chakra, Flex } from '@chakra-ui/react';
import { useI18n } from '../../lib/i18n';
import { DateField } from '../../ui/date-field';
import { TextArea, TextField } from '../../ui/field';
import { plainNumber } from '../../ui/plain-number';
import type { Form } from '../../ui/use-form';
import { MeterFigure } from './meter-figure';

type Meter = 'hours' | 'odometer';
type Values = Record<`${Meter}Correction` | `${Meter}CorrectedOn` | `${Meter}Reason`, string>;

interface Props {
  meter: Meter;
  form: Pick<Form<never, Values>, 'values' | 'set' | 'field'>;
  /** what the machine itself counts; null: unknown */
  machine: number | null;
  /** the correction before the form */
  before: number;
}
/** What is added to a meter, with the sum; a changed correction asks for its day and its reason. */
export function MeterCorrection({ meter, form, machine, before }: Props) {
  const { t, number } = useI18n();
  const correction = Number(plainNumber(form.values[`${meter}Correction`]));
  const known = machine !== null && Number.isFinite(correction);
  const changed = Number.isFinite(correction) && correction !== before;
  return (
    <chakra.fieldset display="grid" gap="2" border="0" p="0" m="0" minW="0">
      <Flex gap="3" rowGap="2" wrap="wrap" align="flex-end">
        <chakra.div flex="1 1 180px">
          <TextField
            label={t(`vehicle.field.${meter}Correction`)}
            inputMode="decimal"
            end={meter === 'hours' ? 'h' : 'km'}
            maxLength={10}
            {...form.field(`${meter}Correction`)}
          />
        </chakra.div>
        <chakra.p flex="1 1 220px" textStyle="dense" color="ink2" pb="2">
          {t('vehicle.correction.sum')}{' '}
          {known ? (
            <MeterFigure
              meter={meter === 'hours' ? 'engineHours' : 'odometer'}
              value={machine + correction}
              correction={correction}
            />
          ) : (
            <span>{machine === null ? '–' : number(machine, 1)}</span>
          )}
        </chakra.p>
      </Flex>
      {changed && (
        <Flex gap="3" rowGap="2" wrap="wrap" align="flex-start">
          <chakra.div flex="0 1 180px">
            <DateField label={t(`vehicle.field.${meter}CorrectedOn`)} {...form.field(`${meter}CorrectedOn`)} />
          </chakra.div>
          <chakra.div flex="1 1 280px">
            <TextArea
              label={t(`vehicle.field.${meter}Reason`)}
              rows={2}
              maxLength={1500}
              {...form.field(`${meter}Reason`)}
            />
          </chakra.div>
        </Flex>
      )}
    </chakra.fieldset>
  );
}
