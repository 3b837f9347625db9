import { type categories, categoryFields, type CategoryRow } from '@headland/contracts/category';
import { type ColumnContext, type ColumnsOf, fieldColumns } from './list-column';

export const categoryListColumns = [
  ...fieldColumns('category', categoryFields, {
    nameKo: { sort: 'nameKo', width: 24 },
    nameEn: { width: 24 },
    displayOrder: { kind: 'number', sort: 'displayOrder' },
    url: { width: 40 },
    display: { value: (r: CategoryRow, c: ColumnContext) => c.t(`display.${r.display}`) },
  }),
  {
    key: 'models',
    title: 'category.field.models',
    kind: 'text',
    width: 30,
    value: (r, c) => r.models.map((m) => m.name).join(', ') || c.t('shop.allModels'),
  },
  { key: 'products', title: 'category.products', kind: 'number', sort: 'products', value: (r) => r.products },
  {
    key: 'registeredAt',
    title: 'shop.registeredAt',
    kind: 'moment',
    sort: 'registeredAt',
    value: (r) => r.registeredAt,
  },
] as const satisfies ColumnsOf<typeof categories.list>;
