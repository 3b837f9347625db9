import type { ConsumableItem } from '@headland/contracts/model';
import { changeSet, type KnownItem, type SetChange } from '@headland/domain/consumable';
import type { Tx } from '../../platform/database/rows';
import { Problem } from '../../platform/problem';
import { previewCycles, type PlanCounts } from './plan-cycles.tx';

/** The effect of saving a set on a model's cycles, done or previewed. */
export interface SetCounts extends PlanCounts {
  /** running cycles of removed items */
  ended: number;
}
export const nothing: SetCounts = { started: 0, imminent: 0, exceeded: 0, safe: 0, ended: 0 };

/** The items of a model in their order. */
export const itemsOf = (tx: Tx, modelId: number): Promise<(ConsumableItem & { id: number })[]> =>
  tx.query(`SELECT ${columns} FROM consumable_item WHERE model_id = $1 AND ended_at IS NULL ORDER BY position, id`, [
    modelId,
  ]);

/** Previews `saveSet` without writing. Throws what it would throw. */
export async function previewSet(
  tx: Tx,
  modelId: number,
  form: readonly ConsumableItem[],
  now: Date,
  timeZone: string,
): Promise<SetCounts> {
  const set = await setChange(tx, modelId, form);
  if (!set.redates) return nothing;
  const [row] = await tx.query<{ n: number }[]>(
    `SELECT count(*)::int AS n FROM consumable_cycle WHERE item_id = ANY($1::int[]) AND state IN ${running}`,
    [set.ended],
  );
  return { ...(await previewCycles(tx, modelId, set.items, now, timeZone)), ended: row?.n ?? 0 };
}

export const running = "('safe', 'imminent', 'exceeded')";
const columns =
  'id, name, maintenance, initial_hours AS "initialHours", cycle_hours AS "cycleHours", cycle_days AS "cycleDays"';

/** What saving the form would start and end. Throws E0001 for an id that the model does not have. */
export async function setChange(
  tx: Tx,
  modelId: number,
  form: readonly ConsumableItem[],
): Promise<SetChange<ConsumableItem>> {
  const known = await tx.query<KnownItem[]>(
    `SELECT ${columns}, ended_at IS NOT NULL AS ended FROM consumable_item WHERE model_id = $1 ORDER BY id`,
    [modelId],
  );
  const set = changeSet(known, form);
  if (set.unknown.length > 0)
    throw new Problem(
      'E0001',
      {},
      Object.fromEntries(set.unknown.map((i) => [`consumables.${i}.name`, 'field.unknown'])),
    );
  return set;
}
