import { chakra } from '@chakra-ui/react';
import { groupTypes, type Role, roles } from '@headland/contracts/access';
import type { ErrorCode } from '@headland/contracts/errors';
import type { OrganizationNode } from '@headland/contracts/organization';
import { type UserDetail, userFields } from '@headland/contracts/user';
import { rightsAbove } from '@headland/domain/rank';
import { grantRefusal } from '@headland/domain/user';
import { useMemo } from 'react';
import type { z } from 'zod';
import { useI18n } from '../../lib/i18n';
import { countryOptions } from '../../lib/countries';
import { useCurrentMember } from '../../lib/session/session';
import { Checkbox, SelectField, TextField } from '../../ui/field';
import { textsOf } from '../../ui/records/texts-of';
import { TreeSelect } from '../../ui/tree-select';
import type { Form } from '../../ui/use-form';
import { twoCss } from './organization-values';
import { usePosition } from './use-position';

/** What the form keeps, as texts. */
export const formFields = [...userFields, 'organizationId'] as const;
export type UserValues = Record<(typeof formFields)[number], string>;

export const userValues = (u: UserDetail): UserValues =>
  textsOf(formFields, (name) => (name === 'organizationId' ? u.organization.id : u[name]));
export const newUser = (organization: OrganizationNode | undefined): UserValues => ({
  ...textsOf(formFields, () => null),
  ...{ role: 'STAFF', groupType: organization?.type ?? '', country: '82', active: 'true' },
  organizationId: organization === undefined ? '' : String(organization.id),
});

interface Props {
  form: Pick<Form<z.ZodType, UserValues>, 'values' | 'set' | 'field'>;
  tree: readonly OrganizationNode[];
  /** why the own rights, or those of the last administrator, cannot be removed */
  rights?: ErrorCode | null;
  /** one's own account: its organisation decides who outranks it, so only others change it */
  self?: boolean;
}
export function UserFields({ form, tree, rights = null, self = false }: Props) {
  const { t, language } = useI18n();
  const { values } = form;
  const types = useTypes(values.role, values.groupType);
  const tooHigh = useTooHigh(tree, values);
  const countries = useMemo(() => countryOptions(language, values.country), [language, values.country]);
  const locked = rights === null ? {} : { disabled: true, help: t(`error.${rights}`) };
  const korean = values.country === '82';
  /** The user type is that of the organisation until somebody chooses another. */
  const place = (id: string): void => {
    const before = tree.find((o) => String(o.id) === values.organizationId)?.type;
    const type = tree.find((o) => String(o.id) === id)?.type;
    form.set('organizationId', id);
    if (rights === null && type !== undefined && (values.groupType === '' || values.groupType === before))
      form.set('groupType', types.includes(type) ? type : '');
  };
  return (
    <>
      <TextField label={t('user.field.name')} maxLength={20} {...form.field('name')} />
      <TextField label={t('user.field.email')} maxLength={100} {...form.field('email')} />
      <TreeSelect
        label={t('user.field.organizationId')}
        nodes={tree.map((o) => ({ ...o, label: o.name }))}
        forbidden={tooHigh}
        {...form.field('organizationId')}
        onChange={place}
        {...(self ? { disabled: true, help: t('error.USER_SELF') } : {})}
      />
      <chakra.div css={twoCss}>
        <SelectField
          label={t('user.field.role')}
          {...form.field('role')}
          options={roles.map((value) => ({ value, label: t(`role.${value}`) }))}
          {...locked}
        />
        <SelectField
          label={t('user.field.groupType')}
          {...form.field('groupType')}
          options={types.map((value) => ({ value, label: t(`groupType.${value}`) }))}
          {...(rights === null ? {} : { disabled: true })}
        />
      </chakra.div>
      <chakra.div css={twoCss}>
        <SelectField label={t('user.field.country')} {...form.field('country')} options={countries} />
        <TextField
          label={t('user.field.phone')}
          type="tel"
          maxLength={15}
          placeholder={korean ? '010-1234-5678' : ''}
          {...form.field('phone')}
        />
      </chakra.div>
      <chakra.div css={twoCss}>
        <TextField
          label={t('user.field.postalCode')}
          required={false}
          inputMode={korean ? 'numeric' : 'text'}
          maxLength={korean ? 5 : 10}
          {...form.field('postalCode')}
        />
      </chakra.div>
      <TextField label={t('user.field.address')} required={false} maxLength={100} {...form.field('address')} />
      <TextField
        label={t('user.field.addressDetail')}
        required={false}
        maxLength={50}
        {...form.field('addressDetail')}
      />
      <chakra.div>
        <Checkbox
          checked={values.active === 'true'}
          disabled={rights !== null}
          onChange={(on) => form.set('active', String(on))}
        >
          {t('user.isActive')}
        </Checkbox>
      </chakra.div>
    </>
  );
}

/** User types that the caller may grant with this role, and the present one. */
function useTypes(role: string, present: string): (typeof groupTypes)[number][] {
  const me = useCurrentMember();
  return useMemo(
    () =>
      groupTypes.filter(
        (groupType) => groupType === present || (me !== null && !rightsAbove({ groupType, role: roleOf(role) }, me)),
      ),
    [me, role, present],
  );
}

/** Organisations in which such an account would outrank the caller. */
function useTooHigh(
  tree: readonly OrganizationNode[],
  { role, groupType: given, organizationId }: UserValues,
): ReadonlySet<number> {
  const { me, pathOf } = usePosition(tree);
  return useMemo(() => {
    const above = ({ id, type }: OrganizationNode): boolean => {
      const groupType = groupTypes.find((g) => g === given) ?? type;
      return (
        String(id) !== organizationId &&
        me !== null &&
        grantRefusal(me, { groupType, role: roleOf(role), path: pathOf(id) }) !== null
      );
    };
    return new Set(tree.filter(above).map((o) => o.id));
  }, [tree, me, pathOf, role, given, organizationId]);
}
const roleOf = (role: string): Role => (role === 'ADMIN' ? 'ADMIN' : 'STAFF');
