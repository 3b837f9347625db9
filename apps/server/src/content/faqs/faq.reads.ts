import { faqCategories, type FaqDetail, type FaqFilter, type FaqRow } from '@headland/contracts/faq';
import type { Tx } from '../../platform/database/rows';
import { rankSql, Where } from '../../platform/database/where';
import type { SelectedList } from '../../platform/exports/export-registry';
import { Problem } from '../../platform/problem';

const columns =
  'f.id, f.version, f.category, f.title, f.display_order AS "displayOrder", f.display, f.views, f.registrant, f.created_at AS "registeredAt"';
type Stored<T> = Omit<T, 'registeredAt'> & { registeredAt: Date };
const shown = <T extends { registeredAt: Date }>(row: T) => ({ ...row, registeredAt: row.registeredAt.toISOString() });

/** Categories in the order of the app's tabs. */
export const categoryRank = rankSql('f.category', Object.fromEntries(faqCategories.map((name, i) => [name, i])));
const orders: Record<FaqFilter['sort'], (direction: string) => string> = {
  category: (direction) => `${categoryRank} ${direction}, f.display_order ${direction}`,
  displayOrder: (direction) => `${categoryRank} ${direction}, f.display_order ${direction}`,
  title: (direction) => `f.title ${direction}, f.id ${direction}`,
  registeredAt: (direction) => `f.created_at ${direction}, f.id ${direction}`,
};

export const faqList = (filter: FaqFilter): SelectedList<Stored<FaqRow>, FaqRow> => ({
  select: columns,
  from: 'faq f',
  where: new Where({ all: true }, '')
    .and('f.removed_at IS NULL')
    .contains(filter.title, 'f.title')
    .andIf(filter.category, (p) => `f.category = ANY(${p})`)
    .andIf(filter.display, (p) => `f.display = ${p}`),
  order: orders[filter.sort](filter.order),
  toRows: (rows) => rows.map(shown),
});

export async function faqDetail(tx: Tx, id: number): Promise<FaqDetail> {
  const [row] = await tx.query<Stored<FaqDetail>[]>(
    `SELECT ${columns}, f.content FROM faq f WHERE f.id = $1 AND f.removed_at IS NULL`,
    [id],
  );
  if (row === undefined) throw new Problem('NOT_FOUND');
  return shown(row);
}
