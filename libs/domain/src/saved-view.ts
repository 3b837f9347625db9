import type { Role } from '@headland/contracts/access';

/** Whose a view is. `organizationId`: with whom it is shared; null: with nobody. */
export interface ViewPlace {
  ownerId: number | null;
  organizationId: number | null;
}
interface Reader {
  userId: number;
  role: Role;
  organizationId: number;
}
export interface ViewRights {
  see: boolean;
  change: boolean;
  remove: boolean;
}

/**
 * Its owner changes and deletes a view. Members of the organization see a shared one, an administrator among them
 * deletes it. When the owner has left, the administrators look after it.
 */
export function viewRights({ ownerId, organizationId }: ViewPlace, by: Reader): ViewRights {
  if (ownerId === by.userId) return { see: true, change: true, remove: true };
  const see = organizationId === by.organizationId;
  const administers = see && by.role === 'ADMIN';
  return { see, change: administers && ownerId === null, remove: administers };
}
