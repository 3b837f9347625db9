import type { Reply } from '@headland/contracts/endpoint';
import type { dash } from '@headland/contracts/statistics';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import type { Scope } from '../../platform/caller';

type Now = Reply<typeof dash.now>;

/** Transfers accepted by the new owner and not decided. */
export async function transfersAwaiting(
  tx: Tx,
  scope: Scope,
): Promise<Pick<Now, 'transfersAwaiting' | 'oldestTransferAt'>> {
  const where = new Where(scope, 'v.organization_id');
  const [row] = await tx.query<{ n: number; oldest: Date | null }[]>(
    `SELECT count(*)::int AS n, min(t.accepted_at) AS oldest FROM owner_transfer t JOIN vehicle v ON v.id = t.vehicle_id WHERE t.status = 'accepted' AND ${where.sql}`,
    where.parameters,
  );
  return { transfersAwaiting: row?.n ?? 0, oldestTransferAt: row?.oldest?.toISOString() ?? null };
}

/** Consumables that are due, and those that soon will be. */
export async function consumablesDue(
  tx: Tx,
  scope: Scope,
): Promise<Pick<Now, 'consumablesExceeded' | 'consumablesImminent'>> {
  const where = new Where(scope, 'v.organization_id').and("c.state IN ('imminent', 'exceeded')");
  // callers without a scope need no join with the vehicles
  const from = scope.all ? 'consumable_cycle c' : 'consumable_cycle c JOIN vehicle v ON v.id = c.vehicle_id';
  const [row] = await tx.query<{ exceeded: number; imminent: number }[]>(
    `SELECT count(*) FILTER (WHERE c.state = 'exceeded')::int AS exceeded, count(*) FILTER (WHERE c.state = 'imminent')::int AS imminent FROM ${from} WHERE ${where.sql}`,
    where.parameters,
  );
  return { consumablesExceeded: row?.exceeded ?? 0, consumablesImminent: row?.imminent ?? 0 };
}
