import { models, type ModelBody } from '@headland/contracts/model';
import { deviceTypesToNotify, releaseYearFits } from '@headland/domain/model';
import { dayOf } from '@headland/domain/zone-day';
import { itemsOf } from '../../maintenance/consumables/consumables-set.reads';
import { saveSet } from '../../maintenance/consumables/save-set.tx';
import type { Caller } from '../../platform/caller';
import type { Tx } from '../../platform/database/rows';
import { dropFile, keepFile, keepOwnImage } from '../../platform/files/file-store';
import { Problem } from '../../platform/problem';
import type { RecordDefinition } from '../../platform/records/record';
import { modelChanges, type ModelState } from './model-changes';
import { Model } from './model.entity';
import { modelDetail, modelList } from './model.reads';
import { notifyDevices } from './notify-devices.tx';
import { modelsExport } from './models.export';

/**
 * Models as records. A new one may be a copy: it comes as what it is, with the ids of the original's items, which begin anew here. Its vehicles are
 * dated by a changed consumables set, its devices notified of new thresholds; assigning a model to a vehicle waits for a change of it.
 */
export const modelRecord: RecordDefinition<typeof models, Model, ModelState> = {
  endpoints: models,
  entity: Model,
  kind: 'model',
  screen: 'model',
  nameOf: ({ name }) => name,
  organizationOf: () => null,
  list: ({ scope }, filter) => modelList(scope, filter),
  export: modelsExport,
  detail: (tx, { scope }, id) => modelDetail(tx, scope, id),
  step: ({ reason: _, ...step }) => step,
  state: async (tx, model) => Object.assign(model, { consumables: await itemsOf(tx, model.id) }),

  async prepare({ tx, caller, now, config }, body: ModelBody, before) {
    const today = dayOf(now.getTime(), config.PRODUCT_TIME_ZONE);
    if (before?.releaseYear !== body.releaseYear && !releaseYearFits(body.releaseYear, today))
      throw new Problem('E0001', {}, { releaseYear: 'field.yearRange' });
    if (body.imageId !== null && before?.imageId !== body.imageId) await takeImage(tx, body.imageId, caller);
    return {
      ...body,
      description: body.description || null,
      imageAlt: body.imageAlt || null,
      ...(before === null ? { createdAt: now } : { changedAt: now }),
    };
  },

  async related({ tx, now, config }, id, { consumables }: ModelBody, before) {
    const set = before === null ? consumables.map((item) => ({ ...item, id: null })) : consumables;
    await saveSet(tx, id, set, now, config.PRODUCT_TIME_ZONE);
    return { consumables: await itemsOf(tx, id) };
  },

  changes: modelChanges,

  async after({ tx, now }, before, after) {
    if (before === null || after === null) return;
    if (before.imageId !== null && before.imageId !== after.imageId) await releaseImage(tx, before.imageId);
    await notifyDevices(tx, after.id, deviceTypesToNotify(before, after), now);
  },
};

/** Attaches a picture: one that the caller has uploaded, or that of another model, which a copy has, too. */
async function takeImage(tx: Tx, id: string, caller: Caller): Promise<void> {
  if (await isUsed(tx, id)) await keepFile(tx, id, 'image', 'imageId');
  else await keepOwnImage(tx, id, caller, 'imageId');
}

/** Lets go of a picture that no model has any more. Call it after the row was written. */
async function releaseImage(tx: Tx, id: string): Promise<void> {
  if (!(await isUsed(tx, id))) await dropFile(tx, id);
}

/** Locked first, then read: a concurrent reference to the same picture is seen, or waits. */
async function isUsed(tx: Tx, id: string): Promise<boolean> {
  await tx.query('SELECT 1 FROM stored_file WHERE id = $1 FOR UPDATE', [id]);
  return (await tx.query<unknown[]>('SELECT 1 FROM model WHERE image_id = $1 LIMIT 1', [id])).length > 0;
}
