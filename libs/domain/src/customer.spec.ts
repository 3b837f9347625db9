import { describe, expect, it } from 'vitest';
import { customerTerms } from '@headland/contracts/customer-terms';
import {
  answerRefusal,
  answersOf,
  customerChanges,
  customerErrors,
  joining,
  type KnownPerson,
  loggingIn,
  requiredState,
  type TermAnswer,
  termState,
} from './customer';

const known = (over: Partial<KnownPerson> = {}): KnownPerson => ({
  id: 7,
  name: '김민수',
  birthOn: null,
  usesApp: false,
  ...over,
});
const me = { name: '김민수', birthOn: '1960-01-02' };

describe('joining', () => {
  it.each<[string, KnownPerson[], ReturnType<typeof joining>]>([
    ['with an unknown phone is a new customer', [], { act: 'create' }],
    ['as a customer without a known birth date', [known()], { act: 'join', id: 7 }],
    ['as a customer of the same birth date', [known({ birthOn: me.birthOn })], { act: 'join', id: 7 }],
    ['as one of two whom old data gave the phone', [known({ id: 5, name: '이영희' }), known()], { act: 'join', id: 7 }],
    ['under another name', [known({ name: '이영희' })], { act: 'refuse', code: 'CUSTOMER_DIFFERS' }],
    ['with another birth date', [known({ birthOn: '1961-01-02' })], { act: 'refuse', code: 'CUSTOMER_DIFFERS' }],
    ['twice', [known({ usesApp: true })], { act: 'refuse', code: 'APP_ALREADY_JOINED' }],
    [
      'beside a member of that phone',
      [known({ id: 5, name: '이영희', usesApp: true }), known()],
      { act: 'refuse', code: 'CUSTOMER_DIFFERS' },
    ],
  ])('%s', (_, withPhone, answer) => expect(joining(me, withPhone)).toEqual(answer));

  it('opens the one session that a phone can mean', () => {
    expect(loggingIn([{ id: 3 }])).toEqual({ id: 3 });
    expect(loggingIn([])).toEqual({ code: 'APP_NOT_JOINED' });
    expect(loggingIn([{ id: 3 }, { id: 4 }])).toEqual({ code: 'CUSTOMER_DIFFERS' });
  });
});

const today = customerTerms[0].version;
const agreed = (over: Partial<TermAnswer> = {}): TermAnswer => ({
  term: 'service',
  version: today,
  agreed: true,
  ...over,
});
const all = customerTerms.map(({ term, version }) => ({ term, version, agreed: true }));

describe('terms', () => {
  it('are agreed to as they read today, as they once read, or not', () => {
    expect(termState('service', [agreed()])).toBe('agreed');
    expect(termState('service', [agreed({ version: '2020-01-01' })])).toBe('outdated');
    expect(termState('service', [agreed({ agreed: false })])).toBe('missing');
    expect(termState('service', [agreed({ term: 'privacy' })])).toBe('missing');
  });

  it('together are as bad as the worst of the required ones; what is not required does not count', () => {
    expect(requiredState(all)).toBe('agreed');
    expect(requiredState(all.filter((a) => a.term !== 'marketing'))).toBe('agreed');
    expect(requiredState(all.map((a) => (a.term === 'privacy' ? { ...a, version: '2020-01-01' } : a)))).toBe(
      'outdated',
    );
    expect(requiredState(all.filter((a) => a.term !== 'location'))).toBe('missing');
    expect(requiredState([])).toBe('missing');
  });

  it('that are required cannot be withdrawn, and none is agreed to in another version than today’s', () => {
    expect(answerRefusal(agreed())).toBeNull();
    expect(answerRefusal(agreed({ agreed: false }))).toBe('TERMS_REQUIRED');
    expect(answerRefusal(agreed({ term: 'marketing', agreed: false }))).toBeNull();
    expect(answerRefusal(agreed({ version: '2020-01-01' }))).toBe('TERMS_OUTDATED');
  });

  it('become answers where a tick differs from the last answer, or where there is none yet', () => {
    const ticks = { service: true, privacy: true, location: true, marketing: false, assistant: true };
    expect(answersOf(ticks, [])).toHaveLength(5);
    expect(
      answersOf(ticks, [...all.filter((a) => a.term !== 'marketing'), agreed({ term: 'marketing', agreed: false })]),
    ).toEqual([]);
    const before = all.filter((a) => a.term !== 'assistant');
    expect(answersOf({ ...ticks, marketing: true, assistant: false }, before)).toEqual([]);
    expect(answersOf({ ...ticks, marketing: true }, before).map((a) => a.term)).toEqual(['assistant']);
    expect(answersOf(ticks, all)).toEqual([{ term: 'marketing', version: today, agreed: false }]);
    expect(answersOf(ticks, [...all.slice(1), agreed({ version: '2020-01-01' })]).map((a) => a.term)).toContain(
      'service',
    );
  });
});

describe('what staff type', () => {
  const form = { birthOn: '2020-05-05', way: 'paper', givenOn: '2026-01-01' };
  it.each([
    ['fine', form, true, {}],
    ['born tomorrow', { ...form, birthOn: '2026-06-02' }, false, { birthOn: 'field.birth' }],
    ['born today', { ...form, birthOn: '2026-06-01' }, false, {}],
    ['consent without how and when', { birthOn: form.birthOn }, true, { way: 'field.req', givenOn: 'field.req' }],
    ['no new consent', { birthOn: form.birthOn }, false, {}],
    ['consent of tomorrow', { ...form, givenOn: '2026-06-02' }, true, { givenOn: 'field.pastDay' }],
  ])('%s', (_, body, newAnswers, errors) =>
    expect(customerErrors(body, { today: '2026-06-01', newAnswers })).toEqual(errors),
  );

  it('is logged only as changed where it is personal data', () => {
    const changes = customerChanges(
      { name: '김민수', phone: '010-1', email: null, dealer: 'Nami', memo: 'same' },
      { name: '이영희', phone: null, email: 'a@b.kr', dealer: 'Noa', memo: 'same' },
    );
    expect(changes).toEqual([
      { field: 'name', from: '***', to: '***' },
      { field: 'phone', from: '***', to: null },
      { field: 'email', from: null, to: '***' },
      { field: 'dealer', from: 'Nami', to: 'Noa' },
    ]);
  });
});
