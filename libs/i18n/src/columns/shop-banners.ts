import type { shopBanners } from '@headland/contracts/shop-banner';
import type { ColumnsOf } from './list-column';

export const shopBannerListColumns = [
  { key: 'name', title: 'shopBanner.field.name', kind: 'text', sort: 'name', width: 30, value: (r) => r.name },
  { key: 'url', title: 'shopBanner.field.url', kind: 'text', width: 40, value: (r) => r.url },
  { key: 'state', title: 'posting.state', kind: 'text', value: (r, c) => c.t(`posting.${r.state}`) },
  { key: 'startOn', title: 'shopBanner.field.startOn', kind: 'day', sort: 'startOn', value: (r) => r.startOn },
  { key: 'endOn', title: 'shopBanner.field.endOn', kind: 'day', value: (r) => r.endOn },
  {
    key: 'displayOrder',
    title: 'shopBanner.field.displayOrder',
    kind: 'number',
    sort: 'displayOrder',
    value: (r) => r.displayOrder,
  },
  { key: 'display', title: 'shopBanner.field.display', kind: 'text', value: (r, c) => c.t(`display.${r.display}`) },
  {
    key: 'models',
    title: 'shopBanner.field.models',
    kind: 'text',
    width: 30,
    value: (r, c) => r.models.map((m) => m.name).join(', ') || c.t('shop.allModels'),
  },
  { key: 'registeredBy', title: 'shop.registeredBy', kind: 'text', value: (r) => r.registeredBy },
  {
    key: 'registeredAt',
    title: 'shop.registeredAt',
    kind: 'moment',
    sort: 'registeredAt',
    value: (r) => r.registeredAt,
  },
] as const satisfies ColumnsOf<typeof shopBanners.list>;
