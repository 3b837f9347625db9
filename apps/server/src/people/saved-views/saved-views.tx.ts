import type { EntityManager } from 'typeorm';

/**
 * A member has left the organization. What was shared stays there without an owner; own views are deleted with the
 * account, and go along with a member who was only moved.
 */
export async function handOnViews(tx: EntityManager, userId: number, { removed }: { removed: boolean }): Promise<void> {
  if (removed) {
    await tx.query('DELETE FROM saved_view_default WHERE user_id = $1', [userId]);
    await tx.query('DELETE FROM saved_view WHERE owner_id = $1 AND organization_id IS NULL', [userId]);
  } else
    await tx.query(
      `DELETE FROM saved_view_default d USING saved_view v
       WHERE d.user_id = $1 AND v.id = d.view_id AND v.organization_id IS NOT NULL`,
      [userId],
    );
  await tx.query('UPDATE saved_view SET owner_id = NULL WHERE owner_id = $1 AND organization_id IS NOT NULL', [userId]);
}
