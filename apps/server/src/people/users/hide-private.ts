import type { EventPayload } from '@headland/contracts/event-log';
import { maskPhone } from '@headland/domain/mask';

const hidden: Record<string, (value: string) => string> = {
  phone: maskPhone,
  postalCode: () => '***',
  address: () => '***',
  addressDetail: () => '***',
};

/** What the log shows of a changed account. It is kept for good, so of what is private it says only that it changed. */
export const hidePrivate = (changes: EventPayload<'record.changed'>['changes']): typeof changes =>
  changes.map(({ field, from, to }) => {
    const hide = hidden[field] ?? ((value: string) => value);
    return { field, from: from === null ? null : hide(from), to: to === null ? null : hide(to) };
  });
