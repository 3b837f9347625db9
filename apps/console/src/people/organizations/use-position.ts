import type { OrganizationNode } from '@headland/contracts/organization';
import type { Position } from '@headland/domain/rank';
import { useMemo } from 'react';
import { useCurrentMember } from '../../lib/session/session';

/** The caller's position in the tree, and the path to each organisation: the input of the rank rules. */
export function usePosition(tree: readonly OrganizationNode[]): {
  me: Position | null;
  pathOf: (id: number) => number[];
} {
  const who = useCurrentMember();
  return useMemo(() => {
    const parents = new Map(tree.map((o) => [o.id, o.parentId]));
    const pathOf = (id: number): number[] => {
      const parent = parents.get(id) ?? null;
      return [...(parent === null ? [] : pathOf(parent)), id];
    };
    return { me: who && { groupType: who.groupType, role: who.role, path: pathOf(who.organizationId) }, pathOf };
  }, [tree, who]);
}
