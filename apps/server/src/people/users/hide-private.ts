import type { EventPayload } from '@headland/contracts/event-log';
import { maskPhone } from '@headland/domain/mask';
import { privateFields } from '@headland/domain/user';

const isPrivate = (field: string): boolean => privateFields.some((name) => name === field);
const hide = (field: string, value: string): string =>
  field === 'phone' ? maskPhone(value) : isPrivate(field) ? '***' : value;

/** What the log shows of a changed account: it is kept for good, so private values are masked. */
export const hidePrivate = (changes: EventPayload<'record.changed'>['changes']): typeof changes =>
  changes.map(({ field, from, to }) => ({ field, from: from && hide(field, from), to: to && hide(field, to) }));
