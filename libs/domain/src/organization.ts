import type { ErrorCode } from '@headland/contracts/errors';
import type { Refusal } from './decision';

/**
 * The tree of organisations. One stands below another, never below itself or one of its own; with a move everything below it comes along, so
 * those above the old place lose sight of it and those above the new place gain it. One is deleted only when nothing hangs on it any more:
 * no user, no organisation below, no vehicle, no open fault.
 */

/** Ids from the topmost organisation down to this one. */
export type Path = readonly number[];

/** Why it may not stand below the one with this path, or null where it may. */
export const moveRefusal = (id: number, parentPath: Path): ErrorCode | null => (parentPath.includes(id) ? 'ORGANIZATION_BELOW_ITSELF' : null);

/** Who loses and who gains sight of an organisation that goes from below one path to below another; those above both see it all the time. */
export function sightOfMove(from: Path, to: Path): { leaves: number[]; enters: number[] } {
  return { leaves: from.filter((id) => !to.includes(id)), enters: to.filter((id) => !from.includes(id)) };
}

export interface Hanging {
  users: number;
  children: number;
  vehicles: number;
  openFaults: number;
}
/** Why it may not be deleted, with what hangs on it, or null where it may. */
export function deleteRefusal({ users, children, vehicles, openFaults }: Hanging): Refusal | null {
  if (users + children + vehicles + openFaults === 0) return null;
  return { code: 'ORGANIZATION_IN_USE', values: { users, children, vehicles, openFaults } };
}
