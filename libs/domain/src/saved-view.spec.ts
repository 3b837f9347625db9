import { describe, expect, it } from 'vitest';
import { viewRights } from './saved-view';

const nami = 4;
const noa = 5;
const owner = { userId: 1, role: 'STAFF', organizationId: nami } as const;
const colleague = { ...owner, userId: 2 };
const admin = { ...owner, userId: 3, role: 'ADMIN' } as const;
const stranger = { ...admin, userId: 4, organizationId: noa };
const above = { ...admin, userId: 5, organizationId: 1 } as const;

const own = { ownerId: 1, organizationId: null };
const shared = { ownerId: 1, organizationId: nami };
const left = { ownerId: null, organizationId: nami };
const letters = (rights: ReturnType<typeof viewRights>): string =>
  [rights.see && 'see', rights.change && 'change', rights.remove && 'remove'].filter(Boolean).join(' ');

describe('rights on a saved view', () => {
  it.each([
    ['own', own, owner, 'see change remove'],
    ['own', own, admin, ''],
    ['shared', shared, owner, 'see change remove'],
    ['shared', shared, colleague, 'see'],
    ['shared', shared, admin, 'see remove'],
    ['shared', shared, stranger, ''],
    ['shared', shared, above, ''],
    // the owner was moved: the view stayed where it was shared
    ['left', left, owner, 'see'],
    ['left', left, admin, 'see change remove'],
    ['left', left, stranger, ''],
    ['left', left, above, ''],
  ] as const)('%s', (_, view, by, expected) => {
    expect(letters(viewRights(view, by))).toBe(expected);
  });
});
