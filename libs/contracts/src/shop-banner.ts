import { z } from 'zod';
import { ContentImage, imageList, StoredContentImage } from './content';
import { displayOrder } from './display-order';
import { paging, searched, t100 } from './fields';
import { postingColumns, postingFields, postingFilter, withPosting } from './posting';
import { resource } from './resource';
import { Named, RecordStep } from './shared-shapes';
import { applicableModels, shopUrl } from './shop';

/** Banners of the shop in the customers' app; each opening is counted. */
const fields = {
  name: t100,
  images: imageList(1, 'field.img1').refine((images) => images.length > 0, 'field.req'),
  url: shopUrl,
  modelIds: applicableModels,
  ...postingFields,
};
export const ShopBannerBody = withPosting(z.object({ ...fields, displayOrder }));
export type ShopBannerBody = z.output<typeof ShopBannerBody>;
/** Without a place it keeps its own. */
export const ChangeShopBannerBody = withPosting(
  z.object({ ...fields, displayOrder: displayOrder.optional(), version: z.number().int() }),
);
/** in the order of form, page and log; image and models are beside them */
export const shopBannerFields = ['name', 'url', 'startOn', 'endOn', 'displayOrder', 'display'] as const;

export const ShopBannerRow = z.object({
  id: z.number(),
  version: z.number(),
  name: z.string(),
  url: z.string(),
  ...postingColumns,
  displayOrder: z.number(),
  cover: ContentImage.nullable(),
  /** none: for all */
  models: z.array(Named),
  registeredBy: z.string(),
  registeredAt: z.string(),
});
export type ShopBannerRow = z.output<typeof ShopBannerRow>;
export const ShopBannerDetail = ShopBannerRow.extend({
  images: z.array(StoredContentImage),
  /** how often the app has opened it: in all, and on the seven days up to today */
  clicks: z.object({ total: z.number(), week: z.number() }),
});
export type ShopBannerDetail = z.output<typeof ShopBannerDetail>;

export const ShopBannerFilter = z.object({
  ...paging,
  sort: z.enum(['displayOrder', 'name', 'startOn', 'registeredAt']).default('displayOrder'),
  order: z.enum(['asc', 'desc']).default('asc'),
  name: searched,
  ...postingFilter,
});
export type ShopBannerFilter = z.output<typeof ShopBannerFilter>;

export const shopBanners = resource('shopBanner', {
  path: '/api/shop-banners',
  row: ShopBannerRow,
  detail: ShopBannerDetail,
  filter: ShopBannerFilter,
  body: ShopBannerBody,
  changeBody: ChangeShopBannerBody,
  history: { summary: 'What was changed, newest first', data: RecordStep },
  reorder: { summary: 'Moves a banner to another place; those between make room' },
  summaries: {
    list: 'Banners of the shop',
    get: 'One banner, with how often it was opened',
    create: 'A new banner',
    change: 'Change a banner',
  },
});
