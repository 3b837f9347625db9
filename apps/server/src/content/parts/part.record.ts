import { partFields, parts } from '@headland/contracts/part';
import { partListColumns } from '@headland/i18n/columns/parts';
import type { Tx } from '../../platform/database/rows';
import { Problem } from '../../platform/problem';
import type { RecordDefinition } from '../../platform/records/record';
import type { ShopState } from '../shop-base/shop-entry.entity';
import { saveShopImages, shopChanges, shopColumns, shopState } from '../shop-base/shop-record';
import { Part } from './part.entity';
import { partDetail, partList } from './part.reads';

export type PartState = ShopState<Part> & { category: string };

export const partRecord: RecordDefinition<typeof parts, Part, PartState> = {
  ...{ endpoints: parts, entity: Part, kind: 'part', screen: 'parts', orderedWithin: 'categoryId' },
  nameOf: ({ code, nameKo }) => `${code} ${nameKo}`,
  organizationOf: () => null,
  list: (_, filter) => partList(filter),
  detail: (tx, _, id) => partDetail(tx, id),
  export: { list: 'parts', file: 'partDisplay', title: 'screen.partDisplay', columns: partListColumns },
  state: async (tx, row) =>
    Object.assign(await shopState('part')(tx, row), { category: await categoryName(tx, row.categoryId) }),

  async prepare(act, body, before) {
    const category = await categoryName(act.tx, body.categoryId);
    if (body.item !== null && before?.item !== body.item) await refuseUnknownItem(act.tx, body.item);
    const modelIds = body.modelIds === 'all' ? [] : body.modelIds;
    return { ...(await shopColumns(act, { ...body, modelIds }, before === null)), category };
  },
  related: saveShopImages('part'),
  changes: shopChanges(['category', ...partFields]),
};

async function categoryName(tx: Tx, id: number): Promise<string> {
  const [category] = await tx.query<{ name: string }[]>('SELECT name_ko AS name FROM shop_category WHERE id = $1', [
    id,
  ]);
  if (category === undefined) throw new Problem('E0001', {}, { categoryId: 'field.unknown' });
  return category.name;
}

async function refuseUnknownItem(tx: Tx, name: string): Promise<void> {
  const known = await tx.query<unknown[]>(
    'SELECT 1 FROM consumable_item WHERE name = $1 AND ended_at IS NULL LIMIT 1',
    [name],
  );
  if (known.length === 0) throw new Problem('E0001', {}, { item: 'field.unknown' });
}
