import { describe, expect, it } from 'vitest';
import { deleteRefusal, moveRefusal, sightOfMove, type Hanging } from './organization';

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
  it.each(['users', 'children', 'vehicles', 'openFaults'] as const)('is refused with %s, and says how many', (what) =>
    expect(deleteRefusal({ ...nothing, [what]: 2 })).toEqual({ code: 'ORGANIZATION_IN_USE', values: { ...nothing, [what]: 2 } }),
  );
});
