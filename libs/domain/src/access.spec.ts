import { features, type GroupType, groupTypes, type Permission, type Role, roles } from '@headland/contracts/access';
import { describe, expect, it } from 'vitest';
import { can, guardOf, lettersOf, mayCall, mayRead, permissionsOf, roleFrom, scopeIsGlobal } from './access';

describe('the matrix', () => {
  // Each permitted case has a refused one beside it.
  const cases: [GroupType, Role, Permission, boolean][] = [
    ['HEAD_OFFICE', 'ADMIN', 'breakdown:U', true],
    ['HEAD_OFFICE', 'STAFF', 'breakdown:U', false],
    ['HEAD_OFFICE', 'STAFF', 'breakdown:R', true],
    ['HEAD_OFFICE', 'ADMIN', 'customer:D', true],
    ['HEAD_OFFICE', 'ADMIN', 'driveData:R', false],
    ['KIOTI', 'ADMIN', 'gptBanner:C', true],
    ['SERVICE_BUSINESS', 'ADMIN', 'gptBanner:C', false],
    ['SERVICE_BUSINESS', 'ADMIN', 'model:C', true],
    ['HEAD_OFFICE', 'ADMIN', 'model:C', false],
    ['PRODUCTION', 'ADMIN', 'sos:U', true],
    ['PRODUCTION', 'STAFF', 'sos:R', false],
    ['SALES', 'STAFF', 'sos:U', true],
    ['SALES', 'STAFF', 'breakdown:U', false],
    ['TSM', 'STAFF', 'sos:U', false],
    ['REGION', 'ADMIN', 'breakdown:U', false],
    ['REGION', 'STAFF', 'sos:U', true],
    ['REGION', 'STAFF', 'status:R', false],
    ['AGENCY', 'ADMIN', 'expendable:U', true],
    ['BIZ', 'ADMIN', 'expendable:U', false],
    ['DEALER', 'STAFF', 'sos:U', true],
  ];
  it.each(cases)('%s %s %s: %s', (group, role, permission, answer) =>
    expect(can(group, role, permission)).toBe(answer),
  );

  it('everybody may read the dashboard, because a refused route leads there', () => {
    for (const group of groupTypes) for (const role of roles) expect(can(group, role, 'dash:R')).toBe(true);
  });

  it('no letter is held without R, and no STAFF holds more than its ADMIN', () => {
    for (const group of groupTypes) {
      for (const feature of features) {
        for (const role of roles) {
          const letters = lettersOf(group, role, feature);
          expect(letters === '' || letters.includes('R')).toBe(true);
        }
        const admin = lettersOf(group, 'ADMIN', feature);
        for (const letter of lettersOf(group, 'STAFF', feature)) expect(admin, `${group} ${feature}`).toContain(letter);
      }
    }
  });

  it('lists exactly the permissions that can() grants', () => {
    for (const group of groupTypes) {
      for (const role of roles)
        for (const permission of permissionsOf(group, role)) expect(can(group, role, permission)).toBe(true);
    }
    expect(permissionsOf('REGION', 'STAFF')).toEqual(['dash:R', 'sos:R', 'sos:U', 'customer:R', 'customer:U']);
  });
});

describe('who may call an endpoint', () => {
  it.each([
    ['public', true],
    ['member', true],
    ['sos:U', true],
    ['driveData:R', false],
    ['wall', true],
  ] as const)('head office ADMIN, %s: %s', (allow, answer) =>
    expect(mayCall({ groupType: 'HEAD_OFFICE', role: 'ADMIN' }, allow)).toBe(answer),
  );
  it.each(['factory', 'app', 'fleet'] as const)('what is for %s is no role', (allow) =>
    expect(groupTypes.some((g) => mayCall({ groupType: g, role: 'ADMIN' }, allow))).toBe(false),
  );
  it.each([
    ['HEAD_OFFICE', 'ADMIN', true],
    ['HEAD_OFFICE', 'STAFF', false],
    ['REGION', 'ADMIN', false],
  ] as const)('of several permissions all are needed, %s %s: %s', (groupType, role, answer) =>
    expect(mayCall({ groupType, role }, ['administrator:R', 'organization:C'])).toBe(answer),
  );
  it('the wall is not for a dealer', () => expect(mayCall({ groupType: 'DEALER', role: 'ADMIN' }, 'wall')).toBe(false));
  it('a wall display may call nothing but the wall, and reads no feature', () => {
    const wall = { groupType: 'KIOSK', role: null } as const;
    expect((['public', 'member', 'sos:R', 'wall', 'app'] as const).filter((allow) => mayCall(wall, allow))).toEqual([
      'wall',
    ]);
    expect(features.filter((feature) => mayRead(wall, feature))).toEqual([]);
  });
});

describe('scope', () => {
  it.each(groupTypes.map((g) => [g, !['REGION', 'AGENCY', 'DEALER'].includes(g)] as const))(
    '%s sees everything: %s',
    (group, answer) => expect(scopeIsGlobal(group)).toBe(answer),
  );
});

describe('the role in a token', () => {
  it.each([
    [['AGENCY_STAFF'], 'AGENCY', 'STAFF'],
    [['AGENCY_ADMIN', 'AGENCY_STAFF'], 'AGENCY', 'ADMIN'],
    [['AGENCY_ADMIN'], 'DEALER', null],
    [['ADMIN'], 'DEALER', null],
    [[], 'DEALER', null],
  ] as const)('%j of %s is %s', (claimed, group, role) => expect(roleFrom(claimed, group)).toBe(role));
});

describe('what a route requires', () => {
  it.each([
    ['list', null, 'notice:R'],
    ['detail', 7, 'notice:R'],
    ['edit', 7, 'notice:U'],
    ['edit', 0, 'notice:C'],
    ['register', 0, 'notice:C'],
    ['register', null, 'notice:C'],
    ['register', 7, 'notice:U'],
  ] as const)('%s with number %s: %s', (kind, number, permission) =>
    expect(guardOf('notice', kind, number)).toBe(permission),
  );
});
