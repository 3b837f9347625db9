import { describe, expect, it } from 'vitest';
import type { Rights } from './rank';
import { actRefusal, changeRefusal, grantRefusal, deactivateRefusal, type Account } from './user';

const admin = (groupType: Rights['groupType']): Rights => ({ groupType, role: 'ADMIN' });
const staff = (groupType: Rights['groupType']): Rights => ({ groupType, role: 'STAFF' });
const by = { ...admin('KIOTI'), path: [1, 2] };

it('is refused for accounts above, and cannot lift one above', () => {
  const head = { ...staff('HEAD_OFFICE'), path: [1, 2] };
  expect([actRefusal(by, head), grantRefusal(by, head)]).toEqual(['USER_ABOVE', 'USER_MORE_LETTERS']);
  expect([actRefusal(by, by), grantRefusal(by, by)]).toEqual([null, null]);
});

describe('taking away', () => {
  it.each([
    [{ self: false, lastAdmin: false }, null],
    [{ self: true, lastAdmin: false }, 'USER_SELF'],
    [{ self: false, lastAdmin: true }, 'USER_LAST_ADMIN'],
    [{ self: true, lastAdmin: true }, 'USER_SELF'],
  ])('%o', (place, code) => expect(deactivateRefusal(place)).toBe(code));
});

describe('a change', () => {
  const other = { self: false, lastAdmin: false };
  const me = { self: true, lastAdmin: false };
  const last = { self: false, lastAdmin: true };
  const head: Account = { ...admin('HEAD_OFFICE'), active: true, path: [1] };
  const own: Account = { ...by, active: true };
  const agency: Account = { ...staff('AGENCY'), active: true, path: [1, 2, 3] };
  const service: Account = { ...admin('SERVICE_BUSINESS'), active: true, path: [1, 4] };
  it.each<
    [
      string,
      Rights & { path: readonly number[] },
      Account,
      Partial<Account>,
      { self: boolean; lastAdmin: boolean },
      string | null,
    ]
  >([
    ['of a name', by, agency, {}, other, null],
    ['of one’s own name', by, own, {}, me, null],
    ['of a superior’s name, e-mail or phone', by, service, {}, other, 'USER_ABOVE'],
    ['a superior’s demotion', by, service, staff('AGENCY'), other, 'USER_ABOVE'],
    ['a superior’s deactivation', by, service, { active: false }, other, 'USER_ABOVE'],
    ['letting in again a superior', by, { ...service, active: false }, { active: true }, other, 'USER_ABOVE'],
    ['letting in again another', by, { ...agency, active: false }, { active: true }, other, null],
    ['a demotion', head, head, staff('HEAD_OFFICE'), other, null],
    ['one’s own demotion', head, head, staff('HEAD_OFFICE'), me, 'USER_SELF'],
    ['one’s own change of type', head, head, admin('KIOTI'), me, 'USER_SELF'],
    ['one’s own deactivation', head, head, { active: false }, me, 'USER_SELF'],
    ['one’s own move', head, head, { path: [1, 2] }, me, 'USER_SELF'],
    ['the last one’s demotion', head, head, staff('HEAD_OFFICE'), last, 'USER_LAST_ADMIN'],
    ['the last one’s change of type', head, head, admin('DAEDONG'), last, 'USER_LAST_ADMIN'],
    ['the last one’s deactivation', head, head, { active: false }, last, 'USER_LAST_ADMIN'],
    ['the last one’s move', head, head, { path: [1, 2] }, last, null],
    ['a promotion within the own rights', by, agency, admin('AGENCY'), other, null],
    ['a promotion beyond them', by, agency, admin('SERVICE_BUSINESS'), other, 'USER_MORE_LETTERS'],
    ['a move above the own place', by, agency, { path: [1] }, other, 'USER_MORE_LETTERS'],
    ['a move beside it', by, agency, { path: [1, 4] }, other, null],
  ])('%s', (_, who, before, change, place, code) =>
    expect(changeRefusal(who, before, { ...before, ...change }, place)).toBe(code),
  );
});
