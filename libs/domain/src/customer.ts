import { type CustomerTerm, customerTerms } from '@headland/contracts/customer-terms';
import { personFields } from '@headland/contracts/customer';
import type { ErrorCode } from '@headland/contracts/errors';

/**
 * A customer owns machines. Customers are registered by staff, imported with sales, or join by the app; two records are
 * the same person if the digits of the phone and the name match, and a phone belongs to one customer at a time. All of
 * them are registered; the date of joining the app is separate. A customer who left the app (withdrawn) owns nothing
 * and only waits for deletion; a deleted one is a number without a person, kept so that old sales still count.
 */
export type AppStatus = 'registered' | 'withdrawn';
export interface KnownPerson {
  id: number;
  name: string;
  birthOn: string | null;
  usesApp: boolean;
}
type Joined = { act: 'create' } | { act: 'join'; id: number } | { act: 'refuse'; code: ErrorCode };

/**
 * Identifies who joins with a verified phone. `withPhone`: the customers with that phone, none of them withdrawn. If
 * name or birth date differ from the record there is no guess: it may be the phone's former owner, whose machines a
 * stranger would see.
 */
export function joining(
  { name, birthOn }: { name: string; birthOn: string },
  withPhone: readonly KnownPerson[],
): Joined {
  if (withPhone.length === 0) return { act: 'create' };
  const same = withPhone.find((c) => c.name === name && (c.birthOn === null || c.birthOn === birthOn));
  if (same?.usesApp) return { act: 'refuse', code: 'APP_ALREADY_JOINED' };
  if (same === undefined || withPhone.some((c) => c.usesApp)) return { act: 'refuse', code: 'CUSTOMER_DIFFERS' };
  return { act: 'join', id: same.id };
}

/**
 * Whose session a verified phone opens. If old data has one phone for two people, neither gets a session until staff
 * corrects it.
 */
export function loggingIn(registered: readonly { id: number }[]): { id: number } | { code: ErrorCode } {
  const [first, second] = registered;
  if (first === undefined) return { code: 'APP_NOT_JOINED' };
  return second === undefined ? { id: first.id } : { code: 'CUSTOMER_DIFFERS' };
}

export interface TermAnswer {
  term: CustomerTerm;
  version: string;
  agreed: boolean;
}
export type TermState = 'agreed' | 'outdated' | 'missing';
/** The state of a term from the newest answers: agreed to the current version, to an older one, or not. */
export function termState(term: CustomerTerm, answers: readonly TermAnswer[]): TermState {
  const answer = answers.find((a) => a.term === term);
  if (answer?.agreed !== true) return 'missing';
  return answer.version === versionOf(term) ? 'agreed' : 'outdated';
}
export const versionOf = (term: CustomerTerm): string | undefined =>
  customerTerms.find((t) => t.term === term)?.version;
export const requiredTerms: readonly CustomerTerm[] = customerTerms.filter((t) => t.required).map((t) => t.term);

/** The required terms together: the worst of their states. */
export function requiredState(answers: readonly TermAnswer[]): TermState {
  const states = requiredTerms.map((term) => termState(term, answers));
  if (states.includes('missing')) return 'missing';
  return states.includes('outdated') ? 'outdated' : 'agreed';
}

/**
 * Why a customer may not give this answer to a term. A required one cannot be withdrawn; that means leaving the app.
 */
export function answerRefusal({ term, version, agreed }: TermAnswer): ErrorCode | null {
  if (version !== versionOf(term)) return 'TERMS_OUTDATED';
  return !agreed && requiredTerms.includes(term) ? 'TERMS_REQUIRED' : null;
}

/**
 * Terms whose checkbox differs from the newest answer: each becomes an answer to the current version. Of a customer who
 * has answered others, a term that came later and was left unticked was not asked, and stays without an answer.
 */
export const answersOf = (
  ticked: Readonly<Record<CustomerTerm, boolean>>,
  answers: readonly TermAnswer[],
): TermAnswer[] =>
  customerTerms.flatMap(({ term, version }) => {
    const agrees = termState(term, answers) === 'agreed';
    const known = answers.some((a) => a.term === term) || (answers.length > 0 && !ticked[term]);
    return ticked[term] === agrees && known ? [] : [{ term, version, agreed: ticked[term] }];
  });

/**
 * Personal data of a customer, beside login ID and memo: erased by a deletion, not shown of one who left the app but for
 * the masked name and phone. The log is kept for good, so it only records that they changed.
 */
export const privateFields = personFields.filter((field) => field !== 'country');
const hiddenInLog: readonly string[] = ['loginId', ...privateFields, 'memo', 'nickname'];
type Values = Readonly<Record<string, string | number | boolean | null>>;
type Change = { field: string; from: string | null; to: string | null };
/** The changes of a customer for the log. */
export function customerChanges(before: Values, after: Values): Change[] {
  return Object.keys(after).flatMap((field): Change[] => {
    const [from, to] = [shown(before[field]), shown(after[field])];
    if (from === to) return [];
    return [hiddenInLog.includes(field) ? { field, from: from && hidden, to: to && hidden } : { field, from, to }];
  });
}
const hidden = '***';
const shown = (value: Values[string] | undefined): string | null =>
  value === null || value === undefined || value === '' ? null : String(value);

/** Why a record cannot be changed or assigned a machine any more. */
export const closedRefusal = (appStatus: AppStatus): ErrorCode | null =>
  appStatus === 'withdrawn' ? 'CUSTOMER_WITHDRAWN' : null;

/** Checks of the staff form across fields. */
interface Form {
  birthOn: string;
  way?: string | undefined;
  givenOn?: string | undefined;
}
/**
 * Field → message key of invalid values. `newAnswers`: changed checkboxes, which need how and when the answer was
 * given.
 */
export function customerErrors(
  { birthOn, way, givenOn }: Form,
  { today, newAnswers }: { today: string; newAnswers: boolean },
): Record<string, string> {
  const errors: Record<string, string> = {};
  if (birthOn > today) errors.birthOn = 'field.birth';
  if (!newAnswers) return errors;
  if (way === undefined) errors.way = 'field.req';
  if (givenOn === undefined) errors.givenOn = 'field.req';
  else if (givenOn > today) errors.givenOn = 'field.pastDay';
  return errors;
}
