import {
  ChangeCustomerBody,
  CustomerBody,
  type CustomerDetail,
  type Person,
  personFields,
} from '@headland/contracts/customer';
import { type CustomerTerm, customerTermNames } from '@headland/contracts/customer-terms';
import { answersOf, customerErrors, type TermAnswer } from '@headland/domain/customer';
import type { z } from 'zod';
import type { I18n } from '../../lib/i18n';
import { textsOf } from '../../ui/records/texts-of';
import type { Form } from '../../ui/use-form';

/** What the form keeps, as texts, in the order of the page. */
export const textFields = ['loginId', ...personFields, 'dealerId', 'memo'] as const;
type Texts = Record<(typeof textFields)[number], string>;
export type CustomerValues = Texts & Record<CustomerTerm | 'terms' | 'way' | 'givenOn' | 'version', string>;
export type CustomerForm = Pick<Form<z.ZodType, CustomerValues>, 'values' | 'set' | 'field' | 'problem'>;

/** `terms` is no field of its own: errors of all ticks together are keyed by it, and a missing value would be required. */
const noConsent = {
  terms: 'ticks',
  service: 'false',
  privacy: 'false',
  location: 'false',
  marketing: 'false',
  assistant: 'false',
  way: '',
  givenOn: '',
};
export const newCustomer = (dealerId: string): CustomerValues => ({
  ...textsOf(textFields, () => null),
  ...{ country: '82', dealerId, version: '', ...noConsent },
});

export const valuesOf = (c: CustomerDetail, p: Person): CustomerValues => ({
  ...textsOf(textFields, (name) => (name === 'loginId' ? c.loginId : name === 'dealerId' ? c.dealer?.id : p[name])),
  version: String(c.version),
  ...noConsent,
  ...Object.fromEntries(c.terms.map((t) => [t.term, String(t.state === 'agreed')])),
});

/** Answers that saving would record: ticks that differ from the last answers. */
export const newAnswers = (values: CustomerValues, answers: readonly TermAnswer[]): TermAnswer[] =>
  answersOf(
    Object.fromEntries(customerTermNames.map((term) => [term, values[term] === 'true'])) as Record<
      CustomerTerm,
      boolean
    >,
    answers,
  );

/** The schema of the server with its rules, so that the form shows the server's errors. */
export const formOf = (
  answers: readonly TermAnswer[],
  { today, isNew, idChecked }: { today: () => string; isNew: boolean; idChecked: () => boolean },
) =>
  (isNew ? CustomerBody : ChangeCustomerBody).superRefine(
    (body: Partial<z.output<typeof ChangeCustomerBody>>, ctx) => {
      const ticks = Object.fromEntries(customerTermNames.map((term) => [term, body[term] === true])) as Record<
        CustomerTerm,
        boolean
      >;
      const newAnswers = answersOf(ticks, answers).length > 0;
      if (!idChecked()) ctx.addIssue({ code: 'custom', path: ['loginId'], message: 'field.idDup' });
      const { birthOn = '', way, givenOn } = body;
      for (const [path, message] of Object.entries(
        customerErrors({ birthOn, way, givenOn }, { today: today(), newAnswers }),
      ))
        ctx.addIssue({ code: 'custom', path: [path], message });
    },
    // all errors are shown at once, also while other fields are still empty
    { when: () => true },
  );

/** Field by field the saved value and the value of the form, as texts. */
export function differences(
  { t }: Pick<I18n, 't'>,
  now: CustomerValues,
  yours: CustomerValues,
  nameOf: (dealerId: string) => string,
) {
  const text = (name: keyof Texts, v: CustomerValues): string => (name === 'dealerId' ? nameOf(v.dealerId) : v[name]);
  return [
    ...textFields.map((name) => ({
      label: t(name === 'dealerId' ? 'customer.field.dealer' : `customer.field.${name}`),
      now: text(name, now),
      yours: text(name, yours),
    })),
    ...customerTermNames.map((term) => ({
      label: t(`customer.field.terms.${term}`),
      now: consentText(t, now[term]),
      yours: consentText(t, yours[term]),
    })),
  ];
}
const consentText = (t: I18n['t'], ticked: string): string =>
  t(ticked === 'true' ? 'customer.agreed' : 'customer.notAgreed');
