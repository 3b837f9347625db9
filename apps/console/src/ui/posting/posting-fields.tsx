import { chakra } from '@chakra-ui/react';
import { displays, postings } from '@headland/contracts/posting';
import { useI18n } from '../../lib/i18n';
import { useConfig } from '../../lib/session/member';
import { DateField } from '../date-field';
import type { FieldProps } from '../field-frame';
import { SegmentedField } from '../segmented-field';

type Name = 'posting' | 'startOn' | 'endOn' | 'display';
/** What of `useForm` the posting fields need; values are those of `postingFields`. */
export interface PostingForm {
  values: Record<Name, string>;
  field: (name: Name) => Pick<FieldProps, 'value' | 'onChange' | 'onBlur' | 'error' | 'errorValues' | 'name'>;
}

/** Without limit or by days of the product's zone. */
export function PostingFields({ form, locked = {} }: { form: PostingForm; locked?: { startOn?: boolean } }) {
  const { t } = useI18n();
  const config = useConfig();
  const posting = form.field('posting');
  const choose = (value: string): void => {
    posting.onChange(value);
    // days that are not shown are not judged: what was typed halfway would keep the form from being saved, unseen
    if (value === 'noLimit')
      for (const name of ['startOn', 'endOn'] as const)
        if (name === 'endOn' || locked.startOn !== true) form.field(name).onChange('');
  };
  return (
    <chakra.div
      display="grid"
      gap="4"
      alignItems="start"
      gridColumn="1 / -1"
      gridTemplateColumns={{ base: 'minmax(0,1fr)', md: '200px minmax(0,1fr)' }}
    >
      <SegmentedField
        label={t('posting.label')}
        {...posting}
        onChange={choose}
        choices={postings.map((value) => ({ value, label: t(`posting.${value}`) }))}
      />
      {form.values.posting === 'dates' && (
        <chakra.div display="grid" gap="1">
          <chakra.div display="grid" gap="3" gridTemplateColumns={{ base: 'minmax(0,1fr)', md: '1fr 1fr' }}>
            <DateField label={t('posting.startOn')} {...form.field('startOn')} disabled={locked.startOn ?? false} />
            <DateField label={t('posting.endOn')} {...form.field('endOn')} />
          </chakra.div>
          {config && (
            <chakra.p textStyle="small" color="ink3">
              {t('posting.zone', { zone: config.productTimeZone })}
            </chakra.p>
          )}
        </chakra.div>
      )}
    </chakra.div>
  );
}

export function DisplayField({ form }: { form: { field: (name: 'display') => ReturnType<PostingForm['field']> } }) {
  const { t } = useI18n();
  return (
    <SegmentedField
      label={t('display.label')}
      {...form.field('display')}
      choices={displays.map((value) => ({ value, label: t(`display.${value}`) }))}
    />
  );
}
