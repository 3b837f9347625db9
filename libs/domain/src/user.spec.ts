import { groupTypes, roles } from '@headland/contracts/access';
import { describe, expect, it } from 'vitest';
import { permissionsOf, scopeIsGlobal } from './access';
import { changeRefusal, mayGrant, takeAwayRefusal, type Rights, type UserStanding } from './user';

const all: Rights[] = groupTypes.flatMap((groupType) => roles.map((role) => ({ groupType, role })));
const say = ({ groupType, role }: Rights): string => `${groupType} ${role}`;
const admin = (groupType: Rights['groupType']): Rights => ({ groupType, role: 'ADMIN' });
const staff = (groupType: Rights['groupType']): Rights => ({ groupType, role: 'STAFF' });

describe('granting', () => {
  it('gives no letter and no sight beyond the own ones, for each of the 28 but the administrators of the head office', () => {
    expect(all).toHaveLength(28);
    for (const by of all.filter((r) => say(r) !== 'HEAD_OFFICE ADMIN'))
      for (const to of all) {
        const held = new Set(permissionsOf(by.groupType, by.role));
        const beyond = permissionsOf(to.groupType, to.role).filter((p) => !held.has(p));
        const farther = scopeIsGlobal(to.groupType) && !scopeIsGlobal(by.groupType);
        expect(mayGrant(by, to), `${say(by)} to ${say(to)}: ${beyond.join(' ')}`).toBe(beyond.length === 0 && !farther);
      }
  });

  it('is possible for what one is oneself, and from ADMIN to the STAFF of the same type', () => {
    for (const by of all) expect(mayGrant(by, by), say(by)).toBe(true);
    for (const groupType of groupTypes) expect(mayGrant(admin(groupType), staff(groupType)), groupType).toBe(true);
  });

  it.each([
    ['the head office', admin('HEAD_OFFICE'), []],
    ['KIOTI', admin('KIOTI'), ['REGION ADMIN', 'SERVICE_BUSINESS ADMIN', 'SERVICE_BUSINESS STAFF']],
    ['the service business', admin('SERVICE_BUSINESS'), ['DAEDONG ADMIN', 'DAEDONG STAFF', 'HEAD_OFFICE ADMIN', 'HEAD_OFFICE STAFF', 'KIOTI ADMIN', 'KIOTI STAFF']],
  ])('what %s cannot give', (_, by, cannot) =>
    expect(
      all
        .filter((to) => !mayGrant(by, to))
        .map(say)
        .sort(),
    ).toEqual(cannot),
  );

  it('a region gives no sight of everything, however few the letters', () => expect(mayGrant(admin('REGION'), staff('PRODUCTION'))).toBe(false));
});

describe('taking away', () => {
  it.each([
    [{ self: false, lastAdmin: false }, null],
    [{ self: true, lastAdmin: false }, 'USER_SELF'],
    [{ self: false, lastAdmin: true }, 'USER_LAST_ADMIN'],
    [{ self: true, lastAdmin: true }, 'USER_SELF'],
  ])('%o', (place, code) => expect(takeAwayRefusal(place)).toBe(code));
});

describe('a change', () => {
  const other = { self: false, lastAdmin: false };
  const me = { self: true, lastAdmin: false };
  const last = { self: false, lastAdmin: true };
  const head: UserStanding = { ...admin('HEAD_OFFICE'), active: true, email: 'a@korea.kr', phone: '010-5555-0001' };
  const agency: UserStanding = { ...head, ...staff('AGENCY') };
  const service: UserStanding = { ...head, ...admin('SERVICE_BUSINESS') };
  it.each([
    ['of nothing', head, {}, other, null],
    ['of one’s own phone', head, { phone: '010-5555-0002' }, me, null],
    ['of the last one’s e-mail', head, { email: 'b@korea.kr' }, last, null],
    ['a demotion', head, staff('HEAD_OFFICE'), other, null],
    ['one’s own demotion', head, staff('HEAD_OFFICE'), me, 'USER_SELF'],
    ['one’s own change of type', head, admin('KIOTI'), me, 'USER_SELF'],
    ['one’s own deactivation', head, { active: false }, me, 'USER_SELF'],
    ['the last one’s demotion', head, staff('HEAD_OFFICE'), last, 'USER_LAST_ADMIN'],
    ['the last one’s change of type', head, admin('DAEDONG'), last, 'USER_LAST_ADMIN'],
    ['the last one’s deactivation', head, { active: false }, last, 'USER_LAST_ADMIN'],
    ['a promotion within the own letters', agency, admin('AGENCY'), other, null],
    ['a promotion beyond them', agency, admin('SERVICE_BUSINESS'), other, 'USER_MORE_LETTERS'],
    ['a demotion of one with more letters', service, staff('AGENCY'), other, null],
    ['a deactivation of one with more letters', service, { active: false }, other, null],
    ['another e-mail for one with more letters', service, { email: 'b@korea.kr' }, other, 'USER_MORE_LETTERS'],
    ['another phone for one with more letters', service, { phone: null }, other, 'USER_MORE_LETTERS'],
    ['letting in again one with more letters', { ...service, active: false }, { active: true }, other, 'USER_MORE_LETTERS'],
    ['letting in again one within the own letters', { ...agency, active: false }, { active: true }, other, null],
  ] as const)('%s', (_, before, change, place, code) => expect(changeRefusal(admin('KIOTI'), before, { ...before, ...change }, place)).toBe(code));
});
