import { type CustomerTerm, customerTerms } from '@headland/contracts/customer-terms';
import type { ErrorCode } from '@headland/contracts/errors';

/**
 * A customer owns machines. One is registered by staff, comes with a workbook of sales, or joins by the app; a person is the same where the digits of
 * the phone and the name are, and a phone belongs to one customer at a time. However one came, one is registered; since when the app is used is a date of its own. Who left the app (withdrawn) owns nothing any more and only waits to be
 * deleted; a deleted one is a number without a person, kept so that old sales still count.
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
 * Who it is that joins with a proven phone. `withPhone`: those who stand with that phone, nobody withdrawn among them. Another name or birth date than
 * staff wrote down is not guessed at: it may be the phone's former owner, whose machines would be shown to a stranger.
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

/** Whose session a proven phone opens. Where old data gave one phone to two people, neither sees the other's machines: staff put it right first. */
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
/** How a term stands with somebody whose newest answers these are: agreed as it reads today, as it once read, or not. */
export function termState(term: CustomerTerm, answers: readonly TermAnswer[]): TermState {
  const answer = answers.find((a) => a.term === term);
  if (answer?.agreed !== true) return 'missing';
  return answer.version === versionOf(term) ? 'agreed' : 'outdated';
}
export const versionOf = (term: CustomerTerm): string | undefined =>
  customerTerms.find((t) => t.term === term)?.version;
export const requiredTerms: readonly CustomerTerm[] = customerTerms.filter((t) => t.required).map((t) => t.term);

/** The required terms together: as bad as the worst of them. */
export function requiredState(answers: readonly TermAnswer[]): TermState {
  const states = requiredTerms.map((term) => termState(term, answers));
  if (states.includes('missing')) return 'missing';
  return states.includes('outdated') ? 'outdated' : 'agreed';
}

/** Why a customer does not answer a term so. What is required is not taken back: whoever wants that leaves the app. */
export function answerRefusal({ term, version, agreed }: TermAnswer): ErrorCode | null {
  if (version !== versionOf(term)) return 'TERMS_OUTDATED';
  return !agreed && requiredTerms.includes(term) ? 'TERMS_REQUIRED' : null;
}

/** Terms whose tick says another thing than the newest answer: each becomes an answer to the present version. */
export const answersOf = (
  ticked: Readonly<Record<CustomerTerm, boolean>>,
  answers: readonly TermAnswer[],
): TermAnswer[] =>
  customerTerms.flatMap(({ term, version }) => {
    const agrees = termState(term, answers) === 'agreed';
    return ticked[term] === agrees && answers.some((a) => a.term === term)
      ? []
      : [{ term, version, agreed: ticked[term] }];
  });

/** Fields of a customer that say who it is: the log is kept for good, so it tells only that they changed. */
const personal = [
  'loginId',
  'name',
  'birthOn',
  'phone',
  'email',
  'postalCode',
  'address',
  'addressDetail',
  'memo',
  'nickname',
];
type Values = Readonly<Record<string, string | number | boolean | null>>;
type Change = { field: string; from: string | null; to: string | null };
/** What the log tells of a changed customer. */
export function customerChanges(before: Values, after: Values): Change[] {
  return Object.keys(after).flatMap((field): Change[] => {
    const [from, to] = [shown(before[field]), shown(after[field])];
    if (from === to) return [];
    return [personal.includes(field) ? { field, from: from && hidden, to: to && hidden } : { field, from, to }];
  });
}
const hidden = '***';
const shown = (value: Values[string] | undefined): string | null =>
  value === null || value === undefined || value === '' ? null : String(value);

/** Why a record is not changed, or given a machine, any more. */
export const closedRefusal = (appStatus: AppStatus): ErrorCode | null =>
  appStatus === 'withdrawn' ? 'CUSTOMER_WITHDRAWN' : null;

/** What a form of staff says besides its fields by themselves. */
interface Form {
  birthOn: string;
  way?: string | undefined;
  givenOn?: string | undefined;
}
/** Field → message key of what must not stand there. `newAnswers`: ticks that say another thing than before need to be told how and when they were given. */
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
