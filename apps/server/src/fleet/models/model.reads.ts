import {
  type ConfigDelivery,
  type ModelDetail,
  modelFields,
  type ModelFilter,
  type ModelRow,
  type models,
} from '@headland/contracts/model';
import type { Reply } from '@headland/contracts/endpoint';
import { itemsOf } from '../../maintenance/consumables/consumables-set.reads';
import { columnsOf } from '../../platform/database/columns-of';
import { type Stored, type Tx, withTimesAsText } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import type { SelectedList } from '../../platform/exports/export-registry';
import { Problem } from '../../platform/problem';
import { inScope, type Scope } from '../../platform/caller';
import { lastSeenSql } from '../devices/device-row';
import { Model } from './model.entity';

/** Models belong to no organisation: a member who may read them sees all of them. What they count is the caller's. */
const conditions = (filter: ModelFilter): Where =>
  new Where({ all: true }, '')
    .contains(filter.name, 'm.name')
    .andIf(filter.type, (p) => `m.type = ANY(${p}::text[])`)
    .andIf(filter.remoteControl, (p) => `m.remote_control = ANY(${p}::text[])`)
    .andIf(filter.releaseYear, (p) => `m.release_year = ${p}::int`);

const own = columnsOf(Model, 'm', [
  'id',
  'version',
  ...modelFields,
  'remoteControl',
  'rollover',
  'imageId',
  'imageAlt',
]);
const columns = `${own}, COALESCE(m.description, '') AS description,
  (SELECT count(*) FROM consumable_item i WHERE i.model_id = m.id AND i.ended_at IS NULL)::int AS items, COALESCE(c.vehicles, 0) AS vehicles, m.created_at AS "registeredAt"`;

/** Joins the vehicles that a scope sees; its parameter goes to `where`. */
const tables = (scope: Scope, where: Where): string =>
  `model m LEFT JOIN (SELECT v.model_id, count(*)::int AS vehicles FROM vehicle v WHERE ${inScope(scope, 'v.organization_id', where.parameters)} GROUP BY v.model_id) c
     ON c.model_id = m.id`;

const sortable: Record<ModelFilter['sort'], string> = {
  name: 'm.name',
  type: 'm.type',
  releaseYear: 'm.release_year',
  horsepower: 'm.horsepower',
  vehicles: 'COALESCE(c.vehicles, 0)',
  registeredAt: 'm.created_at',
};
type ModelRead = Stored<ModelRow & Pick<ModelDetail, 'version' | 'rollover'>>;

export const modelList = (scope: Scope, filter: ModelFilter): SelectedList<ModelRead, ModelRow> => ({
  select: columns,
  from: (where) => tables(scope, where),
  countFrom: 'model m',
  where: conditions(filter),
  order: `${sortable[filter.sort]} ${filter.order}, m.name, m.id`,
  toRows: (rows) =>
    rows.map((row) => {
      const { version: _, rollover: __, ...shown } = withTimesAsText(row);
      return shown;
    }),
});

export const modelNames = (tx: Tx): Promise<Reply<typeof models.names>> =>
  tx.query('SELECT id, name, type FROM model ORDER BY name');

/** Throws NOT_FOUND for one that there is not. */
export async function modelDetail(tx: Tx, scope: Scope, id: number): Promise<ModelDetail> {
  const where = new Where({ all: true }, '').andIf(id, (p) => `m.id = ${p}`);
  const [row] = await tx.query<ModelRead[]>(
    `SELECT ${columns} FROM ${tables(scope, where)} WHERE ${where.sql}`,
    where.parameters,
  );
  if (row === undefined) throw new Problem('NOT_FOUND');
  return {
    ...withTimesAsText(row),
    consumables: await itemsOf(tx, id),
    delivery: await deliveryOf(tx, scope, id),
    redating: await redatingOf(tx, scope, id),
  };
}

/** How far the vehicles of a model are that a changed set has left to the jobs: those in the scope. */
async function redatingOf(tx: Tx, scope: Scope, modelId: number): Promise<ModelDetail['redating']> {
  const where = new Where(scope, 'v.organization_id').andIf(modelId, (p) => `v.model_id = ${p}`);
  const [row] = await tx.query<{ done: number; vehicles: number }[]>(
    `SELECT count(*) FILTER (WHERE v.id <= r.done_up_to)::int AS done, count(*)::int AS vehicles FROM model_redating r JOIN vehicle v ON v.model_id = r.model_id WHERE ${where.sql} GROUP BY r.model_id`,
    where.parameters,
  );
  return row ?? null;
}

/** A share, not a number of vehicles: the caller may not see the total. */
export const modelsRedating = (tx: Tx): Promise<Reply<typeof models.redating>> =>
  tx.query(
    `SELECT m.id, m.name, COALESCE((SELECT count(*) FILTER (WHERE v.id <= r.done_up_to)::float8 / NULLIF(count(*), 0) FROM vehicle v WHERE v.model_id = m.id), 0) AS share
     FROM model_redating r JOIN model m ON m.id = r.model_id ORDER BY m.name`,
  );

/** Devices of the model's vehicles that had to get a changed configuration. Confirmed by: any message that came after it was sent. */
async function deliveryOf(tx: Tx, scope: Scope, modelId: number): Promise<ConfigDelivery> {
  const where = new Where(scope, 'v.organization_id')
    .andIf(modelId, (p) => `v.model_id = ${p}`)
    .and("d.status = 'in_use' AND d.config_wanted_at IS NOT NULL");
  const sent = 'd.config_sent_at >= d.config_wanted_at';
  const [row] = await tx.query<ConfigDelivery[]>(
    `SELECT count(*)::int AS devices, count(*) FILTER (WHERE ${sent})::int AS sent, count(*) FILTER (WHERE ${sent} AND ${lastSeenSql} > d.config_sent_at)::int AS confirmed
     FROM vehicle v JOIN device d ON d.id = v.device_id LEFT JOIN device_seen z ON z.device_key = d.key LEFT JOIN vehicle_state s ON s.vehicle_id = v.id
     WHERE ${where.sql}`,
    where.parameters,
  );
  return row ?? { devices: 0, sent: 0, confirmed: 0 };
}
