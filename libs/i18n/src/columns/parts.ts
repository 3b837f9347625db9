import type { parts } from '@headland/contracts/part';
import type { ColumnsOf } from './list-column';

export const partListColumns = [
  { key: 'code', title: 'part.field.code', kind: 'text', sort: 'code', value: (r) => r.code },
  { key: 'nameKo', title: 'part.field.nameKo', kind: 'text', sort: 'nameKo', width: 24, value: (r) => r.nameKo },
  { key: 'nameEn', title: 'part.field.nameEn', kind: 'text', width: 24, value: (r) => r.nameEn },
  {
    key: 'category',
    title: 'part.field.category',
    kind: 'text',
    sort: 'category',
    value: (r, c) => (c.language === 'ko' ? r.category.nameKo : r.category.nameEn),
  },
  { key: 'price', title: 'part.field.price', kind: 'number', sort: 'price', value: (r) => r.price },
  {
    key: 'models',
    title: 'part.field.models',
    kind: 'text',
    width: 30,
    value: (r, c) => r.models.map((m) => m.name).join(', ') || c.t('shop.allModels'),
  },
  { key: 'item', title: 'part.field.item', kind: 'text', value: (r) => r.item },
  { key: 'url', title: 'part.field.url', kind: 'text', width: 40, value: (r) => r.url },
  {
    key: 'displayOrder',
    title: 'part.field.displayOrder',
    kind: 'number',
    sort: 'displayOrder',
    value: (r) => r.displayOrder,
  },
  { key: 'display', title: 'part.field.display', kind: 'text', value: (r, c) => c.t(`display.${r.display}`) },
  {
    key: 'registeredAt',
    title: 'shop.registeredAt',
    kind: 'moment',
    sort: 'registeredAt',
    value: (r) => r.registeredAt,
  },
] as const satisfies ColumnsOf<typeof parts.list>;
