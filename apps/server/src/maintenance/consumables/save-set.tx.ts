import type { ConsumableItem } from '@headland/contracts/model';
import type { Tx } from '../../platform/database/rows';
import { setChange } from './consumables-set.reads';
import { redateModel } from './redate-model.tx';

/**
 * Saves the whole set of a model, whose row the caller holds FOR UPDATE, and recalculates its vehicles: the first at
 * once, the rest by jobs. Throws E0001 for an id that it does not have.
 */
export async function saveSet(
  tx: Tx,
  modelId: number,
  form: readonly ConsumableItem[],
  now: Date,
  timeZone: string,
): Promise<void> {
  const set = await setChange(tx, modelId, form);
  await tx.query('UPDATE consumable_item SET ended_at = $2 WHERE id = ANY($1::int[])', [set.ended, now]);
  await writeItems(tx, modelId, set.items);
  if (set.redates) await redateModel(tx, modelId, now, timeZone);
}

async function writeItems(tx: Tx, modelId: number, items: readonly ConsumableItem[]): Promise<void> {
  const rows = JSON.stringify(items.map((item, position) => ({ ...item, position })));
  const given =
    'jsonb_to_recordset($2::jsonb) AS f(id int, position smallint, name text, maintenance text, "initialHours" int, "cycleHours" int, "cycleDays" int)';
  // two items may swap their names: renamed first to temporary names that no form can have
  await tx.query(
    `UPDATE consumable_item i SET name = '#' || i.id FROM ${given} WHERE i.model_id = $1 AND i.id = f.id AND i.name <> f.name`,
    [modelId, rows],
  );
  await tx.query(
    `UPDATE consumable_item i SET name = f.name, position = f.position, maintenance = f.maintenance, initial_hours = f."initialHours", cycle_hours = f."cycleHours",
       cycle_days = f."cycleDays", ended_at = NULL FROM ${given} WHERE i.model_id = $1 AND i.id = f.id`,
    [modelId, rows],
  );
  await tx.query(
    `INSERT INTO consumable_item (model_id, position, name, maintenance, initial_hours, cycle_hours, cycle_days)
     SELECT $1, position, name, maintenance, "initialHours", "cycleHours", "cycleDays" FROM ${given} WHERE id IS NULL ORDER BY position`,
    [modelId, rows],
  );
}
