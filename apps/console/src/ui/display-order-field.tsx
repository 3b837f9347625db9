import { useI18n } from '../lib/i18n';
import { Button } from './button';
import { TextField } from './field';
import type { FieldProps } from './field-frame';

interface Props extends Omit<FieldProps, 'label' | 'end' | 'help'> {
  label: string;
  /** the last place that it can have; null: not known yet */
  last: number | null;
}
/** The place of a record in its display order. */
export function DisplayOrderField({ last, ...field }: Props) {
  const { t } = useI18n();
  return (
    <TextField
      inputMode="numeric"
      maxLength={6}
      {...field}
      help={last === null ? undefined : t('shop.orderHelp', { n: last })}
      end={
        last !== null && (
          <Button kind="link" onClick={() => field.onChange(String(last))}>
            {t('shop.last')}
          </Button>
        )
      }
    />
  );
}

/** The body of a change: a place that was not touched is not sent, so that what a colleague has reordered meanwhile stays. */
export const withPlace = <B extends { displayOrder?: number | null | undefined }>(
  body: B,
  start: { displayOrder: number },
): B => (body.displayOrder === start.displayOrder ? { ...body, displayOrder: undefined } : body);
