import { describe, expect, it } from 'vitest';
import { loginId } from '@headland/contracts/fields';
import { directoryLoginId, directoryRefusal, type DirectoryRule, directoryRuleOf, groupsIn } from './directory';

const rules: DirectoryRule[] = [
  { group: 'headland-admins', organization: 'HQ', role: 'ADMIN' },
  { group: 'headland-staff', organization: 'HQ', role: 'STAFF' },
];

describe('the rule of a person', () => {
  it.each([
    [['headland-staff', 'headland-admins'], 'ADMIN'],
    [['others', 'headland-staff'], 'STAFF'],
    [['others'], undefined],
    [[], undefined],
  ])('of %j gives %s: the order is that of the rules', (groups, role) => {
    expect(directoryRuleOf(rules, groups)?.role).toBe(role);
  });
});

describe('groups in the claims', () => {
  it.each<[string, Record<string, unknown>, string, string[] | null]>([
    ['a list', { groups: ['a', 'b'] }, 'groups', ['a', 'b']],
    ['one', { groups: 'a' }, 'groups', ['a']],
    ['a path', { realm_access: { roles: ['a'] } }, 'realm_access.roles', ['a']],
    ['a name with dots', { 'https://example.com/groups': ['a'] }, 'https://example.com/groups', ['a']],
    ['something that is no text', { groups: ['a', 1, null] }, 'groups', ['a']],
    ['none', {}, 'groups', null],
    ['none where a path begins', { realm_access: 'a' }, 'realm_access.roles', null],
    ['nothing inherited', {}, 'constructor.name', null],
  ])('%s', (_, claims, claim, groups) => {
    expect(groupsIn(claims, claim)).toEqual(groups);
  });
});

describe('a login ID', () => {
  it.each([
    ['kim.minsu@example.com', [], 'kimminsu'],
    ['kim.minsu@example.com', ['kimminsu'], 'kimminsu2'],
    ['kim.minsu@example.com', ['kimminsu', 'kimminsu2'], 'kimminsu3'],
    ['Jo', [], 'Jo00'],
    ['Jo', ['jo00'], 'Jo20'],
    ['김민수', [], 'user'],
    ['', ['user'], 'user2'],
    ['a-very-long-name-of-a-person@example.com', [], 'averylongnameofa'],
  ])('of %s, taken %j, is %s', (name, taken, id) => {
    expect(directoryLoginId(name, (one) => taken.includes(one))).toBe(id);
  });

  it.each(['', '@', 'é', '.-_', 'ﬁ', '한글 이름', '😀', 'x'.repeat(300), 'Müller-Lüdenscheidt, Dr. Johannes'])(
    'of “%s” is always one that the form would accept, and never a taken one',
    (name) => {
      const taken = new Set<string>();
      for (let i = 0; i < 1_200; i++) {
        const id = directoryLoginId(name, (one) => taken.has(one));
        expect(loginId.safeParse(id).success, id).toBe(true);
        expect(taken.has(id.toLowerCase())).toBe(false);
        taken.add(id.toLowerCase());
      }
    },
  );
});

describe('who is not let in', () => {
  it.each([
    [true, null, null],
    [true, true, null],
    [false, true, null],
    [false, null, 'SSO_NO_ACCOUNT'],
    [true, false, 'SSO_NO_ROLE'],
    [false, false, 'SSO_NO_ROLE'],
    ['removed', true, 'SSO_NO_ACCOUNT'],
    ['removed', null, 'SSO_NO_ACCOUNT'],
    ['removed', false, 'SSO_NO_ROLE'],
  ] as const)('known %s, mapped %s: %s', (known, mapped, refusal) => {
    expect(directoryRefusal(known, mapped)).toBe(refusal);
  });
});
