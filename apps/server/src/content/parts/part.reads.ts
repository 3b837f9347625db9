import type { Reply } from '@headland/contracts/endpoint';
import { type PartDetail, type PartFilter, type PartRow, type parts } from '@headland/contracts/part';
import { columnsOf } from '../../platform/database/columns-of';
import { type Stored, type Tx, withTimesAsText } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import type { SelectedList } from '../../platform/exports/export-registry';
import { Problem } from '../../platform/problem';
import { imagesOf } from '../content-base/content-images.tx';
import { coverSql, fitsSql, modelsSql } from '../shop-base/shop-entry.reads';
import { Part } from './part.entity';

const own = columnsOf(Part, 'p', [
  'id',
  'version',
  'code',
  'nameKo',
  'nameEn',
  'price',
  'url',
  'item',
  'displayOrder',
  'display',
]);
const select = `${own}, json_build_object('id', c.id, 'nameKo', c.name_ko, 'nameEn', c.name_en, 'display', c.display) AS category,
  ${coverSql('part', 'p')} AS cover, ${modelsSql('p')} AS models, p.created_at AS "registeredAt"`;
const from = 'part p JOIN shop_category c ON c.id = p.category_id';

const sortable: Record<PartFilter['sort'], (order: string) => string> = {
  displayOrder: (order) => `c.display_order ${order}, p.display_order ${order}`,
  code: (order) => `p.code ${order}`,
  nameKo: (order) => `p.name_ko ${order}`,
  category: (order) => `c.name_ko ${order}`,
  price: (order) => `p.price ${order}`,
  registeredAt: (order) => `p.created_at ${order}`,
};

export const partList = (filter: PartFilter): SelectedList<Stored<PartRow>, PartRow> => ({
  select,
  from,
  countFrom: 'part p',
  key: 'p.id',
  where: new Where({ all: true }, '')
    .contains(filter.name, 'p.name_ko', 'p.name_en')
    .contains(filter.code?.toUpperCase(), 'p.code')
    .andIf(filter.categoryId, (v) => `p.category_id = ANY(${v}::int[])`)
    .andIf(filter.modelId, (v) => fitsSql('p', v))
    .andIf(filter.display, (v) => `p.display = ${v}`)
    .andIf(filter.priceFrom, (v) => `p.price >= ${v}`)
    .andIf(filter.priceTo, (v) => `p.price <= ${v}`),
  order: `${sortable[filter.sort](filter.order)}, p.id ${filter.order}`,
  toRows: (rows) => rows.map(withTimesAsText),
});

export async function partDetail(tx: Tx, id: number): Promise<PartDetail> {
  const [row] = await tx.query<Stored<PartRow & Pick<PartDetail, 'description' | 'registeredBy' | 'itemModels'>>[]>(
    `SELECT ${select}, p.description, p.registered_by AS "registeredBy",
       (SELECT COALESCE(json_agg(json_build_object('id', m.id, 'name', m.name) ORDER BY m.name), '[]') FROM model m
        WHERE (p.model_ids = '{}' OR m.id = ANY(p.model_ids))
          AND EXISTS (SELECT 1 FROM consumable_item i WHERE i.model_id = m.id AND i.name = p.item AND i.ended_at IS NULL)) AS "itemModels"
     FROM ${from} WHERE p.id = $1`,
    [id],
  );
  if (row === undefined) throw new Problem('NOT_FOUND');
  return { ...withTimesAsText(row), images: await imagesOf(tx, 'part', id) };
}

type Items = Reply<typeof parts.items>;
export const itemNames = (tx: Tx): Promise<Items> =>
  tx.query<Items>(
    'SELECT name, count(DISTINCT model_id)::int AS models FROM consumable_item WHERE ended_at IS NULL GROUP BY name ORDER BY name',
  );
