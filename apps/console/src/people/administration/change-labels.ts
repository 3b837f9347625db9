import { isMessageKey } from '@headland/i18n/catalogue';
import { valueLabel } from '@headland/i18n/record-labels';
import type { Translate } from '../../lib/i18n';
import { isMoment, momentText } from '../../lib/time';

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

/** What a field read: nothing and a moment in words of their own, the rest as everywhere. */
export function shownValue(t: Translate, value: string | null, kind: string): string {
  if (value === null || value === '') return t('history.nothing');
  return isMoment(value) ? momentText(value) : valueLabel(t, value, kind);
}

/** What distinguishes one access from another: a purpose and its error in one text, or what was seen and its numbers ("sos 2, 3"). */
export const detailLabels = (t: Translate, detail: string): string =>
  detail
    .split(':')
    .map((part) => part.trim().replace(/^\w+/u, (word) => wordOf(t, word)))
    .join(' · ');

function wordOf(t: Translate, word: string): string {
  const key = `accessDetail.${word}`;
  return isMessageKey(key) ? t(key) : word;
}
