import { describe, expect, it } from 'vitest';
import {
  actRefusal,
  deleteRefusal,
  holdsRefusal,
  leaveRefusal,
  moveRefusal,
  placeRefusal,
  retypeRefusal,
  sightOfMove,
  typeRefusal,
  type Hanging,
} from './organization';
import type { Position } from './rank';

describe('a move', () => {
  it.each([
    ['below another', 5, [1, 2], null],
    ['below the topmost', 5, [1], null],
    ['below itself', 5, [1, 5], 'ORGANIZATION_BELOW_ITSELF'],
    ['below one of its own', 5, [1, 5, 9], 'ORGANIZATION_BELOW_ITSELF'],
  ])('%s', (_, id, parentPath, code) => expect(moveRefusal(id, parentPath)).toBe(code));

  it('is seen by those above the old or the new place, and by those above both all the time', () => {
    expect(sightOfMove([1, 2, 3], [1, 4])).toEqual({ leaves: [2, 3], enters: [4] });
    expect(sightOfMove([1, 2], [1, 2])).toEqual({ leaves: [], enters: [] });
    expect(sightOfMove([1, 2], [1])).toEqual({ leaves: [2], enters: [] });
  });
});

describe('deleting', () => {
  const nothing: Hanging = { users: 0, children: 0, vehicles: 0, openFaults: 0 };
  it('is possible when nothing hangs on it', () => expect(deleteRefusal(nothing)).toBeNull());
  it.each(['users', 'children', 'vehicles', 'openFaults'] as const)(
    'is refused with %s, and returns how many',
    (what) =>
      expect(deleteRefusal({ ...nothing, [what]: 2 })).toEqual({
        code: 'ORGANIZATION_IN_USE',
        values: { ...nothing, [what]: 2 },
      }),
  );
});

describe('rank', () => {
  const me: Position = { groupType: 'TSM', role: 'ADMIN', path: [1, 2, 3] };
  const head: Position = { groupType: 'HEAD_OFFICE', role: 'ADMIN', path: [1] };
  const region = { type: 'REGION', path: [1, 2, 3, 4] } as const;
  const seller: Position = { groupType: 'DEALER', role: 'ADMIN', path: [1, 2, 3, 4, 5] };
  it('protects what holds one’s own organisation, and types above', () => {
    expect(actRefusal(me, { type: 'REGION', path: [1, 2] })).toBe('ORGANIZATION_ABOVE');
    expect(actRefusal(me, { type: 'SERVICE_BUSINESS', path: [1, 9] })).toBe('ORGANIZATION_ABOVE');
    expect(actRefusal(me, region)).toBeNull();
    expect([typeRefusal(me, 'KIOTI'), typeRefusal(me, 'REGION'), typeRefusal(head, 'KIOTI')]).toEqual([
      'ORGANIZATION_TYPE_ABOVE',
      null,
      null,
    ]);
  });
  it('knows one head office, and no other type while somebody relies on it', () => {
    expect(typeRefusal(head, 'HEAD_OFFICE')).toBe('ORGANIZATION_TYPE_ABOVE');
    expect(retypeRefusal('HEAD_OFFICE', { users: 0, vehicles: 0 })).toBe('ORGANIZATION_TYPE_FIXED');
    expect(retypeRefusal('AGENCY', { users: 0, vehicles: 1 })).toBe('ORGANIZATION_TYPE_FIXED');
    expect(retypeRefusal('AGENCY', { users: 1, vehicles: 0 })).toBe('ORGANIZATION_TYPE_FIXED');
    expect(retypeRefusal('AGENCY', { users: 0, vehicles: 0 })).toBeNull();
  });
  it('keeps where they are one’s own organisation and those that hold a superior', () => {
    expect(leaveRefusal(me, { type: 'TSM', path: [1, 2, 3] }, [])).toBe('ORGANIZATION_OWN_PLACE');
    expect(leaveRefusal(head, { type: 'HEAD_OFFICE', path: [1] }, [])).toBeNull();
    expect(leaveRefusal(me, region, [seller])).toBeNull();
    expect(leaveRefusal(me, region, [seller, { ...head, path: region.path }])).toBe('ORGANIZATION_ABOVE');
    expect(holdsRefusal(me, region, [{ ...head, path: region.path }])).toBe('ORGANIZATION_ABOVE');
  });
  it('moves no administrator to where there are fewer above than above who moves', () => {
    const peer: Position = { ...me, path: [1, 2, 3, 4] };
    expect(placeRefusal(me, region, [1, 9], [peer])).toBe('ORGANIZATION_ABOVE');
    expect(placeRefusal(me, region, [1, 2], [peer])).toBeNull();
    expect(placeRefusal(me, region, [1, 9], [seller])).toBeNull();
    expect(placeRefusal(me, region, [1, 2, 3, 4], [])).toBe('ORGANIZATION_BELOW_ITSELF');
  });
});
