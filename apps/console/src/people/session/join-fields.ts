import { loginId, phoneFits, postalCodeFits } from '@headland/contracts/fields';
import { JoinBody, type Term, terms } from '@headland/contracts/session';
import { z } from 'zod';
import type { useForm } from '../../ui/use-form';

const { id, password, name, country, phone, postalCode, address, addressDetail } = JoinBody.shape;
const texts = (value: unknown) => value as Record<string, string | undefined>;
/**
 * The fields as they are typed. `idChecked` is the id that the server last reported as free, `confirmed` the code of a proven phone, `agreed` the
 * terms that are ticked; each rule is judged as soon as it can be, whatever the other fields lack.
 */
export const JoinFields = z
  .object({
    id,
    idChecked: z.string().optional(),
    password,
    confirm: z.string(),
    name,
    country: country.unwrap(),
    phone,
    code: z.string().optional(),
    confirmed: z.string().optional(),
    postalCode,
    address,
    addressDetail,
    agreed: z.string().optional(),
  })
  .refine((v) => texts(v).id?.trim().toLowerCase() === texts(v).idChecked, {
    path: ['id'],
    error: 'field.idDup',
    when: ({ value }) => loginId.safeParse(texts(value).id).success,
  })
  .refine((v) => texts(v).password === texts(v).confirm, {
    path: ['confirm'],
    error: 'field.pwdEq',
    when: ({ value }) => texts(value).confirm !== undefined,
  })
  .refine((v) => phoneFits(texts(v).country ?? '82', (texts(v).phone ?? '').trim()), {
    path: ['phone'],
    error: 'field.phone',
    when: ({ value }) => texts(value).phone !== undefined,
  })
  .refine((v) => texts(v).confirmed !== undefined, { path: ['code'], error: 'field.smsOk', when: () => true })
  .refine((v) => postalCodeFits(texts(v).country ?? '82', (texts(v).postalCode ?? '').trim()), {
    path: ['postalCode'],
    error: 'field.d5',
    when: () => true,
  })
  .refine((v) => allRequired(agreedIn(texts(v).agreed)), { path: ['agreed'], error: 'field.terms', when: () => true });

export const agreedIn = (text = ''): Term[] =>
  terms.map((t) => t.term).filter((term) => text.split(' ').includes(term));
const allRequired = (agreed: readonly Term[]): boolean => terms.every((t) => !t.required || agreed.includes(t.term));

/** What each part of the form gets. */
export interface JoinPart {
  token: string;
  form: ReturnType<typeof useForm<typeof JoinFields, Record<keyof z.input<typeof JoinFields>, string>>>;
}
