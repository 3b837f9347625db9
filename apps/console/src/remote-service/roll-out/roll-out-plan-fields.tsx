import { chakra, Flex } from '@chakra-ui/react';
import { maxShares } from '@headland/contracts/roll-out';
import { waveSizes } from '@headland/domain/reprogram/roll-out';
import { Plus, X } from 'lucide-react';
import { serverNow } from '../../lib/clock';
import { useI18n } from '../../lib/i18n';
import { Button, IconButton } from '../../ui/button';
import { DateField } from '../../ui/date-field';
import { RadioGroup, TextField } from '../../ui/field';
import { FormPart } from '../../ui/form-page';
import type { Form } from '../../ui/use-form';
import { commas, lastDay, type RollOutForm, type RollOutValues } from './roll-out-values';
import { useRollOutPreview } from './use-roll-out-preview';

type RollOutFormState = Form<typeof RollOutForm, RollOutValues>;
/** The waves, when the next one begins, what stops it, and its end. */
export function RollOutPlanFields({ form }: { form: RollOutFormState }) {
  const { t } = useI18n();
  return (
    <FormPart title={t('rollOut.plan')}>
      <Waves form={form} />
      <Flex direction="column" gap="3">
        <RadioGroup
          label={t('rollOut.next')}
          options={[
            { value: 'ended', label: t('rollOut.nextEnded') },
            { value: 'hold', label: t('rollOut.nextHold') },
          ]}
          {...form.field('next')}
        />
        {form.values.next === 'hold' && (
          <TextField
            label={t('rollOut.holdHours')}
            inputMode="numeric"
            maxLength={3}
            help={t('rollOut.nextHoldNote')}
            {...form.field('holdHours')}
          />
        )}
      </Flex>
      <TextField
        label={t('rollOut.stopShare')}
        inputMode="numeric"
        maxLength={3}
        end="%"
        help={t('rollOut.stopHelp')}
        {...form.field('stopShare')}
      />
      <DateField
        label={t('rollOut.validUntil')}
        last={lastDay(serverNow())}
        help={t('rollOut.validHelp')}
        {...form.field('validDay')}
      />
    </FormPart>
  );
}

function Waves({ form }: { form: RollOutFormState }) {
  const { t, field, number } = useI18n();
  const { data } = useRollOutPreview(form.values);
  const shares = form.values.shares.split(',');
  const put = (next: readonly string[]): void => form.set('shares', next.join(','));
  const first = Number(form.values.firstGroup);
  const whole = commas(form.values.shares).map(Number);
  const sum = whole.reduce((a, b) => a + b, 0);
  const { error } = form.field('shares');
  const sizes = data !== undefined && first > 0 && sum === 100 ? waveSizes(data.taken, first, whole) : null;
  return (
    <Flex direction="column" gap="3">
      <TextField label={t('rollOut.firstGroup')} inputMode="numeric" maxLength={4} {...form.field('firstGroup')} />
      {shares.map((share, i) => (
        <Flex key={i} gap="2" align="flex-end">
          <chakra.div flex="1">
            <TextField
              label={t('rollOut.share', { n: i + 1 })}
              inputMode="numeric"
              maxLength={3}
              end="%"
              {...(i === 0 ? { name: 'shares' } : {})}
              value={share}
              onChange={(value) => put(shares.map((old, at) => (at === i ? value.replaceAll(/\D/gu, '') : old)))}
            />
          </chakra.div>
          <IconButton
            label={t('rollOut.removeShare', { n: i + 1 })}
            icon={<X size={15} />}
            disabled={shares.length === 1}
            onClick={() => put(shares.filter((_, at) => at !== i))}
          />
        </Flex>
      ))}
      <Flex gap="3" align="center" wrap="wrap">
        <Button icon={<Plus size={15} />} disabled={shares.length >= maxShares} onClick={() => put([...shares, ''])}>
          {t('rollOut.addShare')}
        </Button>
        <chakra.span className="num" textStyle="dense" color={sum === 100 ? 'ink2' : 'now.ink'}>
          {t('rollOut.sharesNow', { sum: number(sum) })}
        </chakra.span>
      </Flex>
      {error !== undefined && (
        <chakra.p role="alert" textStyle="small" color="now.ink">
          {field(error, t('rollOut.waves'))}
        </chakra.p>
      )}
      {sizes !== null && sizes.length > 0 && (
        <chakra.p textStyle="small" color="ink3" className="num">
          {t('rollOut.sizes', { sizes: sizes.map((n) => number(n)).join(' → ') })}
        </chakra.p>
      )}
    </Flex>
  );
}
