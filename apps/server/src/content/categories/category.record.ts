import { categories, categoryFields } from '@headland/contracts/category';
import { categoryListColumns } from '@headland/i18n/columns/categories';
import type { RecordDefinition } from '../../platform/records/record';
import type { ShopState } from '../shop-base/shop-entry.entity';
import { saveShopImages, shopChanges, shopColumns, shopState } from '../shop-base/shop-record';
import { Category } from './category.entity';
import { categoryDetail, categoryList } from './category.reads';

export const categoryRecord: RecordDefinition<typeof categories, Category, ShopState<Category>> = {
  ...{ endpoints: categories, entity: Category, kind: 'category', screen: 'category', orderedWithin: 'all' },
  nameOf: ({ nameKo }) => nameKo,
  organizationOf: () => null,
  list: (_, filter) => categoryList(filter),
  detail: (tx, _, id) => categoryDetail(tx, id),
  export: { list: 'categories', file: 'category', title: 'screen.category', columns: categoryListColumns },
  state: shopState('category'),
  prepare: (act, body, before) => shopColumns(act, body, before === null),
  related: saveShopImages('category'),
  changes: shopChanges(categoryFields),
};
