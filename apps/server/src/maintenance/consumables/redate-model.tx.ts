import type { Tx } from '../../platform/database/rows';
import { running } from './consumables-set.reads';
import { redateCycles } from './plan-cycles.tx';

/**
 * Recalculates the cycles of a model's vehicles after a change of its set. Saving does not wait for a hundred thousand
 * of them: the first are done in the same transaction, the others by the jobs process in batches. `model_redating` has
 * the last vehicle done; while it has a row of the model, screens show the rest as preliminary. A further change starts
 * again with the first.
 */
const redatedAtOnce = 500;

/**
 * In the transaction that changed the set of a model, whose row it holds FOR UPDATE. Returns whether vehicles are left
 * to the jobs.
 */
export async function redateModel(tx: Tx, modelId: number, now: Date, timeZone: string): Promise<boolean> {
  await tx.query(
    'INSERT INTO model_redating (model_id, wanted_at) VALUES ($1, $2) ON CONFLICT (model_id) DO UPDATE SET done_up_to = 0, wanted_at = excluded.wanted_at',
    [modelId, now],
  );
  return redateNext(tx, modelId, now, timeZone);
}

/**
 * The next vehicles in a transaction of their own; returns whether there are more. It locks the model like a change of
 * its set, so that neither that nor a change of one of its vehicles plans with data that this is about to replace; each
 * waits for one batch at most.
 */
export async function redateNext(tx: Tx, modelId: number, now: Date, timeZone: string): Promise<boolean> {
  await tx.query('SELECT 1 FROM model WHERE id = $1 FOR UPDATE', [modelId]);
  const [at] = await tx.query<{ upTo: number }[]>(
    'SELECT done_up_to AS "upTo" FROM model_redating WHERE model_id = $1 FOR UPDATE',
    [modelId],
  );
  if (at === undefined) return false;
  const rows = await tx.query<{ id: number }[]>(
    `SELECT id FROM vehicle WHERE model_id = $1 AND id > $2 ORDER BY id LIMIT ${redatedAtOnce}`,
    [modelId, at.upTo],
  );
  const vehicleIds = rows.map((r) => r.id);
  await tx.query(
    `UPDATE consumable_cycle c SET state = 'ended', state_at = i.ended_at, step_hours = NULL, alarmed_on = NULL, alarm_pending = false FROM consumable_item i
     WHERE i.model_id = $1 AND i.ended_at IS NOT NULL AND c.item_id = i.id AND c.vehicle_id = ANY($2::int[]) AND c.state IN ${running}`,
    [modelId, vehicleIds],
  );
  await redateCycles(tx, { vehicleIds }, now, timeZone);
  const more = rows.length === redatedAtOnce;
  if (more)
    await tx.query('UPDATE model_redating SET done_up_to = $2 WHERE model_id = $1', [modelId, vehicleIds.at(-1)]);
  else await tx.query('DELETE FROM model_redating WHERE model_id = $1', [modelId]);
  return more;
}
