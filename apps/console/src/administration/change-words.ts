import { groupTypes, roles } from '@headland/contracts/access';
import { isMessageKey } from '@headland/i18n/catalogue';
import type { Say } from '../lib/text';
import { momentText } from '../lib/time';

/** Fields that the filter offers; the log names more, and they are found by the text of their values. */
export const knownFields = [
  'name',
  'type',
  'parent',
  'organization',
  'groupType',
  'role',
  'active',
  'loginId',
  'email',
  'phone',
  'postalCode',
  'address',
  'addressDetail',
  'erpCode',
  'password',
  'sound',
  'expiresAt',
] as const;

/** The field of a record in words; one that is not known keeps its own name. */
export function fieldWord(t: Say, field: string): string {
  const key = `recordField.${field}`;
  return isMessageKey(key) ? t(key) : field;
}

export function kindWord(t: Say, kind: string): string {
  const key = `recordKind.${kind}`;
  return isMessageKey(key) ? t(key) : kind;
}

/** What a field read: a role, a group, yes or no and a moment in words, everything else as it stood. */
export function valueWord(t: Say, value: string | null): string {
  if (value === null || value === '') return t('history.nothing');
  const role = roles.find((r) => r === value);
  if (role) return t(`role.${role}`);
  const group = groupTypes.find((g) => g === value);
  if (group) return t(`groupType.${group}`);
  if (value === 'true' || value === 'false') return t(`recordValue.${value}`);
  return isMoment.test(value) ? momentText(value) : value;
}
const isMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/u;

/** What tells one access from another; a purpose and what went wrong with it stand in one text. */
export const detailWords = (t: Say, detail: string): string =>
  detail
    .split(':')
    .map((part) => {
      const key = `accessDetail.${part.trim()}`;
      return isMessageKey(key) ? t(key) : part.trim();
    })
    .join(' · ');
