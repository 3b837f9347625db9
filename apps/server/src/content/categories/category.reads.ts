import {
  type categories,
  type CategoryDetail,
  categoryFields,
  type CategoryFilter,
  type CategoryRow,
} from '@headland/contracts/category';
import type { Reply } from '@headland/contracts/endpoint';
import { columnsOf } from '../../platform/database/columns-of';
import { type Stored, type Tx, withTimesAsText } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import type { SelectedList } from '../../platform/exports/export-registry';
import { Problem } from '../../platform/problem';
import { imagesOf } from '../content-base/content-images.tx';
import { coverSql, modelsSql } from '../shop-base/shop-entry.reads';
import { Category } from './category.entity';

const own = columnsOf(Category, 'c', ['id', 'version', ...categoryFields]);
const select = `${own}, ${coverSql('category', 'c')} AS cover, ${modelsSql('c')} AS models, COALESCE(n.parts, 0) AS products, c.created_at AS "registeredAt"`;
const from =
  'shop_category c LEFT JOIN (SELECT category_id, count(*)::int AS parts FROM part GROUP BY category_id) n ON n.category_id = c.id';

const sortable: Record<CategoryFilter['sort'], string> = {
  displayOrder: 'c.display_order',
  nameKo: 'c.name_ko',
  products: 'COALESCE(n.parts, 0)',
  registeredAt: 'c.created_at',
};

/** Whoever may read the shop sees all of it. */
export const categoryList = (filter: CategoryFilter): SelectedList<Stored<CategoryRow>, CategoryRow> => ({
  select,
  from,
  countFrom: 'shop_category c',
  key: 'c.id',
  where: new Where({ all: true }, '')
    .contains(filter.name, 'c.name_ko', 'c.name_en')
    .andIf(filter.display, (p) => `c.display = ${p}`),
  order: `${sortable[filter.sort]} ${filter.order}, c.id ${filter.order}`,
  toRows: (rows) => rows.map(withTimesAsText),
});

export async function categoryDetail(tx: Tx, id: number): Promise<CategoryDetail> {
  const [row] = await tx.query<Stored<CategoryRow & { registeredBy: string }>[]>(
    `SELECT ${select}, c.registered_by AS "registeredBy" FROM ${from} WHERE c.id = $1`,
    [id],
  );
  if (row === undefined) throw new Problem('NOT_FOUND');
  return { ...withTimesAsText(row), images: await imagesOf(tx, 'category', id) };
}

type Choices = Reply<typeof categories.choices>;
export const categoryChoices = (tx: Tx): Promise<Choices> =>
  tx.query<Choices>(
    `SELECT c.id, c.name_ko AS "nameKo", c.name_en AS "nameEn", COALESCE(n.parts, 0) AS products FROM ${from} ORDER BY c.display_order`,
  );

export async function namesFree(
  tx: Tx,
  { nameKo, nameEn, except = 0 }: { nameKo: string; nameEn: string; except?: number | undefined },
): Promise<Reply<typeof categories.namesFree>> {
  const [row] = await tx.query<Reply<typeof categories.namesFree>[]>(
    `SELECT NOT EXISTS (SELECT 1 FROM shop_category WHERE name_ko = $1 AND id <> $3) AS "nameKo",
       NOT EXISTS (SELECT 1 FROM shop_category WHERE lower(name_en) = lower($2) AND id <> $3) AS "nameEn"`,
    [nameKo, nameEn, except],
  );
  return row ?? { nameKo: false, nameEn: false };
}
