import { type GroupType, groupTypes, type Role, roles } from '@headland/contracts/access';
import { can } from '@headland/domain/access';
import { describe, expect, it } from 'vitest';
import { guard, safeRedirect } from './lib/guard';
import { screenAt, screens } from './routes';

const as = (group: GroupType, role: Role) => ({
  signedIn: true,
  can: (p: Parameters<typeof can>[2]) => can(group, role, p),
});

describe('the guard', () => {
  it('sends a stranger to the login', () => {
    for (const s of screens) expect(guard(s.permission, { signedIn: false, can: () => true })).toBe('login');
  });

  it.each<[string, GroupType, Role, 'in' | 'dash']>([
    ['/breakdown', 'HEAD_OFFICE', 'STAFF', 'in'],
    ['/breakdown', 'REGION', 'STAFF', 'dash'],
    ['/status', 'AGENCY', 'STAFF', 'in'],
    ['/status', 'REGION', 'STAFF', 'dash'],
    ['/statusDetail/12', 'REGION', 'STAFF', 'dash'],
    ['/sos', 'REGION', 'STAFF', 'in'],
    ['/sos', 'PRODUCTION', 'STAFF', 'dash'],
  ])('%s for %s %s: %s', (path, group, role, go) => {
    const screen = screenAt(path);
    expect(screen).toBeDefined();
    if (screen) expect(guard(screen.permission, as(group, role))).toBe(go);
  });

  it('lets every member see the dashboard, or a refusal would lead in a circle', () => {
    const dash = screenAt('/dash');
    for (const group of groupTypes)
      for (const role of roles) expect(dash && guard(dash.permission, as(group, role))).toBe('in');
  });
});

describe('the table of screens', () => {
  it('has each address once', () => expect(new Set(screens.map((s) => s.path)).size).toBe(screens.length));
  it('finds the screen of an address with its number', () => {
    expect(screenAt('/statusDetail/7')?.path).toBe('/statusDetail/$number');
    expect(screenAt('/statusDetail')).toBeUndefined();
    expect(screenAt('/nothing')).toBeUndefined();
  });
});

describe('where a login leads', () => {
  it.each([
    ['/sos?id=4', '/sos?id=4'],
    ['https://evil.example/', '/dash'],
    ['//evil.example', '/dash'],
    ['/\\evil.example', '/dash'],
    ['javascript:alert(1)', '/dash'],
    ['/login?redirect=/login', '/dash'],
    ['/authenticateSms', '/dash'],
    ['/changePwd', '/dash'],
    ['/join?token=x', '/dash'],
    [undefined, '/dash'],
  ])('%s leads to %s', (wanted, to) => expect(safeRedirect(wanted)).toBe(to));
});
