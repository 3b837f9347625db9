import { chakra } from '@chakra-ui/react';
import { groupTypes } from '@headland/contracts/access';
import type { ErrorCode } from '@headland/contracts/errors';
import { needsErpCode, type OrganizationNode } from '@headland/contracts/organization';
import { typeRefusal } from '@headland/domain/organization';
import type { z } from 'zod';
import { useI18n } from '../../lib/i18n';
import { useCurrentMember } from '../../lib/session/session';
import { SelectField, TextField } from '../../ui/field';
import { TreeSelect } from '../../ui/tree-select';
import type { Form } from '../../ui/use-form';
import { type OrganizationValues, twoCss } from './organization-values';
import { PositionField } from './position-field';

interface Props {
  form: Pick<Form<z.ZodType, OrganizationValues>, 'values' | 'set' | 'field'>;
  tree: readonly OrganizationNode[];
  /** excluded as parents: itself and those below it */
  forbidden?: ReadonlySet<number>;
  /** it is the root and stays there */
  topmost?: boolean;
  /** why its type or its place does not change */
  refused?: { type: ErrorCode | null; move: ErrorCode | null };
}
export function OrganizationFields({ form, tree, forbidden, topmost = false, refused }: Props) {
  const me = useCurrentMember();
  const { t } = useI18n();
  const { values } = form;
  const type = groupTypes.find((g) => g === values.type);
  const needsErp = type !== undefined && needsErpCode(type);
  const types = groupTypes.filter((g) => g === values.type || (me !== null && typeRefusal(me, g) === null));
  const locked = (code: ErrorCode | null | undefined) => (code ? { disabled: true, help: t(`error.${code}`) } : {});
  const parent = tree.find((o) => String(o.id) === values.parentId);
  return (
    <>
      <TextField label={t('organization.field.name')} maxLength={20} {...form.field('name')} />
      <SelectField
        label={t('organization.field.type')}
        {...form.field('type')}
        options={types.map((value) => ({ value, label: t(`groupType.${value}`) }))}
        {...locked(refused?.type)}
      />
      {topmost ? (
        <TextField
          label={t('organization.field.parentId')}
          value={t('organization.none')}
          onChange={() => undefined}
          required={false}
          disabled
          help={t('organization.topmost')}
        />
      ) : (
        <TreeSelect
          label={t('organization.field.parentId')}
          nodes={tree.map((o) => ({ ...o, label: o.name }))}
          {...(forbidden ? { forbidden } : {})}
          {...form.field('parentId')}
          {...locked(refused?.move)}
        />
      )}
      <chakra.div css={twoCss}>
        <TextField
          label={t('organization.field.erpCode')}
          required={needsErp}
          maxLength={10}
          {...form.field('erpCode')}
          onChange={(code) => form.set('erpCode', code.toUpperCase())}
        />
        <TextField
          label={t('organization.field.phone')}
          type="tel"
          required={false}
          maxLength={15}
          {...form.field('phone')}
        />
      </chakra.div>
      <chakra.div css={twoCss}>
        <TextField
          label={t('organization.field.postalCode')}
          required={false}
          inputMode="numeric"
          maxLength={5}
          {...form.field('postalCode')}
        />
      </chakra.div>
      <TextField label={t('organization.field.address')} required={false} maxLength={100} {...form.field('address')} />
      <TextField
        label={t('organization.field.addressDetail')}
        required={false}
        maxLength={50}
        {...form.field('addressDetail')}
      />
      <PositionField form={form} name={values.name} around={parent ?? null} />
    </>
  );
}
