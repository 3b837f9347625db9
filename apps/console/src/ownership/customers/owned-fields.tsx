import { chakra } from '@chakra-ui/react';
import type { UnsoldVehicle } from '@headland/contracts/customer';
import type { z } from 'zod';
import { useI18n } from '../../lib/i18n';
import { DateField } from '../../ui/date-field';
import { TextArea, TextField } from '../../ui/field';
import type { FieldProps } from '../../ui/field-frame';
import { FindField } from '../../ui/find-field';
import { FormPart } from '../../ui/form-page';
import { useNotDealers, type useOrganizationNodes } from '../../ui/organization-filter';
import { TreeSelect } from '../../ui/tree-select';
import type { Form } from '../../ui/use-form';

export type OwnedValues = Record<'vin' | 'soldOn' | 'dealerId' | 'nickname' | 'memo', string> & { version?: string };
export const saleLabels = {
  soldOn: 'customer.soldOn',
  dealerId: 'customer.field.dealer',
  nickname: 'customer.field.nickname',
  memo: 'customer.field.memo',
} as const;

interface VinProps {
  field: Pick<FieldProps, 'value' | 'onChange' | 'onBlur' | 'error' | 'name'>;
  hits: readonly UnsoldVehicle[];
  busy: boolean;
  onFind: (text: string) => void;
  onChoose: (vehicle: UnsoldVehicle | null) => void;
}
/** An unsold vehicle, found by a part of its VIN. */
export function VinField({ field, hits, busy, onFind, onChoose }: VinProps) {
  const { t } = useI18n();
  return (
    <FindField
      label={t('customer.vin')}
      {...field}
      shown={field.value}
      placeholder={t('customer.findVin')}
      hits={hits.map((v) => ({ id: v.vin, label: v.vin, note: [v.model, v.dealer?.name].filter(Boolean).join(' · ') }))}
      busy={busy}
      onFind={onFind}
      onChange={(vin) => onChoose(hits.find((v) => v.vin === vin) ?? null)}
      help={t('customer.vinHelp')}
    />
  );
}

interface SaleProps {
  form: Pick<Form<z.ZodType, Record<keyof typeof saleLabels, string>>, 'field'>;
  nodes: ReturnType<typeof useOrganizationNodes>;
  shippedOn: string | null;
  help?: string;
}
/** When and by whom it was sold, and what the customer calls it. */
export function SaleFields({ form, nodes, shippedOn, help }: SaleProps) {
  const { t } = useI18n();
  const forbidden = useNotDealers(nodes);
  return (
    <FormPart title={t('customer.salePart')}>
      <DateField
        label={t('customer.soldOn')}
        {...form.field('soldOn')}
        {...(shippedOn === null
          ? help === undefined
            ? {}
            : { help }
          : { help: t('sale.shippedHelp', { day: shippedOn }) })}
      />
      <TreeSelect
        label={t('customer.field.dealer')}
        nodes={nodes}
        forbidden={forbidden}
        {...form.field('dealerId')}
        help={t('customer.dealerHelp')}
      />
      <TextField label={t('customer.field.nickname')} required={false} maxLength={50} {...form.field('nickname')} />
      <chakra.div gridColumn="1 / -1">
        <TextArea label={t('customer.field.memo')} rows={3} maxLength={1500} required={false} {...form.field('memo')} />
      </chakra.div>
    </FormPart>
  );
}
