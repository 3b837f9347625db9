import { groupTypes, roles, scopedGroups } from '@headland/contracts/access';
import { describe, expect, it } from 'vitest';
import { permissionsOf } from './access';
import { organizationAbove, type Position, rightsAbove, type Rights, outranks, typeAbove } from './rank';

const all: Rights[] = groupTypes.flatMap((groupType) => roles.map((role) => ({ groupType, role })));
const nameOf = ({ groupType, role }: Rights): string => `${groupType} ${role}`;
const admin = (groupType: Rights['groupType']): Rights => ({ groupType, role: 'ADMIN' });
const staff = (groupType: Rights['groupType']): Rights => ({ groupType, role: 'STAFF' });

describe('rights', () => {
  it('outrank every role without one of their letters or their scope, for each of the 28 but the administrators of the head office', () => {
    expect(all).toHaveLength(28);
    for (const me of all.filter((r) => nameOf(r) !== 'HEAD_OFFICE ADMIN'))
      for (const other of all) {
        const held = new Set(permissionsOf(me.groupType, me.role));
        const beyond = permissionsOf(other.groupType, other.role).some((p) => !held.has(p));
        const farther = !scopedGroups.includes(other.groupType) && scopedGroups.includes(me.groupType);
        const head = other.groupType === 'HEAD_OFFICE' && me.groupType !== 'HEAD_OFFICE';
        expect(rightsAbove(other, me), `${nameOf(other)} above ${nameOf(me)}`).toBe(beyond || farther || head);
      }
  });

  it('of the head office are above everybody else, whatever letters they share', () => {
    for (const me of all.filter((r) => r.groupType !== 'HEAD_OFFICE'))
      for (const role of roles) expect(rightsAbove({ groupType: 'HEAD_OFFICE', role }, me), nameOf(me)).toBe(true);
    for (const other of all) expect(rightsAbove(other, admin('HEAD_OFFICE')), nameOf(other)).toBe(false);
  });

  it('are not above the same rights, nor STAFF above the ADMIN of its type', () => {
    for (const me of all) expect(rightsAbove(me, me), nameOf(me)).toBe(false);
    for (const groupType of groupTypes) expect(rightsAbove(staff(groupType), admin(groupType)), groupType).toBe(false);
  });
});

describe('places', () => {
  const at = (rights: Rights, ...path: number[]): Position => ({ ...rights, path });
  const me = at(admin('TSM'), 1, 2, 3);
  it.each<[string, Position, boolean]>([
    ['a peer beside me', at(admin('TSM'), 1, 2, 3), false],
    ['a peer below me', at(admin('RSM_BUSINESS'), 1, 2, 3, 4), false],
    ['a peer in a sister organisation', at(admin('TSM'), 1, 2, 9), false],
    ['a peer in the organisation that holds mine', at(admin('TSM'), 1, 2), true],
    ['staff there', at(staff('DEALER'), 1, 2), true],
    ['an administrator of another branch with fewer above', at(admin('TSM'), 1, 8), true],
    ['a seller of another branch', at(admin('DEALER'), 1, 8), false],
  ])('%s', (_, other, above) => expect(outranks(other, me)).toBe(above));

  it('do not bind administrators of the head office', () =>
    expect(outranks(at(admin('HEAD_OFFICE'), 1), at(admin('HEAD_OFFICE'), 1, 2))).toBe(false));

  it('and rights make an order: whom my inferiors may act on, I may, too', () => {
    const paths = [[1], [1, 2], [1, 2, 3], [1, 2, 3, 4], [1, 8], [1, 8, 9]];
    const positions = all.flatMap((rights) => paths.map((path) => at(rights, ...path)));
    const acting = positions.filter((p) =>
      permissionsOf(p.groupType, p.role).some((x) => /^organization:[CUD]$/u.test(x)),
    );
    for (const a of acting)
      for (const b of acting.filter((x) => !outranks(x, a)))
        for (const c of positions.filter((x) => !outranks(x, b)))
          if (outranks(c, a))
            throw new Error(`${nameOf(a)} ${a.path} over ${nameOf(b)} ${b.path} over ${nameOf(c)} ${c.path}`);
  });
});

describe('organisations', () => {
  it.each<[Rights, string[]]>([
    [admin('HEAD_OFFICE'), []],
    [admin('KIOTI'), ['HEAD_OFFICE', 'SERVICE_BUSINESS']],
    [admin('SERVICE_BUSINESS'), ['HEAD_OFFICE', 'DAEDONG', 'KIOTI']],
    [admin('TSM'), ['HEAD_OFFICE', 'DAEDONG', 'KIOTI', 'SERVICE_BUSINESS']],
  ])('of types above %o', (me, types) => expect(groupTypes.filter((type) => typeAbove(type, me))).toEqual(types));

  it('above mine outrank me, those beside and below do not', () => {
    const me: Position = { ...admin('TSM'), path: [1, 2, 3] };
    const above = (...path: number[]) => organizationAbove({ type: 'REGION', path }, me);
    expect([above(1), above(1, 2), above(1, 2, 3), above(1, 2, 3, 4), above(1, 9)]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
