import { z } from 'zod';
import { ContentImage, imageList, StoredContentImage } from './content';
import { displayOrder } from './display-order';
import { endpoint } from './endpoint';
import { englishName, id, itemLabel, koreanName, many, memo, paging, partCode, price, searched } from './fields';
import { chosen } from './organization';
import { displays } from './posting';
import { resource } from './resource';
import { Named, RecordStep } from './shared-shapes';
import { fittingModels, shopUrl } from './shop';

/** Parts that the shop displays, in their order within a category. */
export const maxPartImages = 5;

const fields = {
  categoryId: chosen,
  code: partCode,
  nameKo: koreanName,
  nameEn: englishName,
  price,
  images: imageList(maxPartImages, 'field.images5'),
  description: memo.default(''),
  url: shopUrl,
  modelIds: fittingModels,
  /** name of a consumable item: the app offers the part where an item of this name is due on a model that it fits */
  item: itemLabel.nullable().default(null),
  display: z.enum(displays),
};
/** An import brings parts without an image; they are not shown until they have one. */
const withImages = <S extends z.ZodType<{ images: unknown[]; display: string }>>(schema: S) =>
  schema.refine(({ images, display }) => display === 'hidden' || images.length > 0, {
    path: ['images'],
    error: 'field.shownImage',
    // also while another field is wrong, so that a form says all at once
    when: ({ value }) => Array.isArray((value as { images?: unknown }).images),
  });
export const PartBody = withImages(z.object({ ...fields, displayOrder }));
export type PartBody = z.output<typeof PartBody>;
/** Without a place it keeps its own; in another category it goes to the end. */
export const ChangePartBody = withImages(
  z.object({ ...fields, displayOrder: displayOrder.optional(), version: z.number().int() }),
);
/** in the order of form, page and log; category, images and models are beside them */
export const partFields = [
  'code',
  'nameKo',
  'nameEn',
  'price',
  'description',
  'url',
  'item',
  'displayOrder',
  'display',
] as const;

export const PartRow = z.object({
  id: z.number(),
  version: z.number(),
  code: z.string(),
  nameKo: z.string(),
  nameEn: z.string(),
  category: z.object({ id: z.number(), nameKo: z.string(), nameEn: z.string(), display: z.enum(displays) }),
  price: z.number(),
  url: z.string(),
  item: z.string().nullable(),
  displayOrder: z.number(),
  display: z.enum(displays),
  cover: ContentImage.nullable(),
  /** none: it fits all */
  models: z.array(Named),
  registeredAt: z.string(),
});
export type PartRow = z.output<typeof PartRow>;
export const PartDetail = PartRow.extend({
  description: z.string(),
  images: z.array(StoredContentImage),
  /** models that the part fits and that have the linked consumable item */
  itemModels: z.array(Named),
  registeredBy: z.string(),
});
export type PartDetail = z.output<typeof PartDetail>;

export const PartFilter = z.object({
  ...paging,
  /** by display order: category by category */
  sort: z.enum(['displayOrder', 'code', 'nameKo', 'category', 'price', 'registeredAt']).default('displayOrder'),
  order: z.enum(['asc', 'desc']).default('asc'),
  name: searched,
  code: searched,
  categoryId: many(id),
  modelId: many(id),
  display: z.enum(displays).optional(),
  priceFrom: price.optional(),
  priceTo: price.optional(),
});
export type PartFilter = z.output<typeof PartFilter>;

const path = '/api/parts';
export const parts = {
  ...resource('parts', {
    path,
    row: PartRow,
    detail: PartDetail,
    filter: PartFilter,
    body: PartBody,
    changeBody: ChangePartBody,
    history: { summary: 'What was changed, newest first', data: RecordStep },
    reorder: { summary: 'Moves a part to another place of its category; those between make room' },
    summaries: {
      list: 'Parts of the shop',
      get: 'One part',
      create: 'A new part',
      change: 'Change a part',
    },
  }),
  display: endpoint({
    method: 'POST',
    path: `${path}/display`,
    allow: 'parts:U',
    summary: 'Shows or hides several parts, all of them or none; those without an image are not shown',
    body: z.object({ ids: z.array(id).min(1).max(100), display: z.enum(displays) }),
    data: z.object({ changed: z.number() }),
  }),
  items: endpoint({
    method: 'GET',
    path: `${path}/items`,
    allow: 'parts:R',
    summary: 'Names of consumable items, and on how many models each is',
    data: z.array(z.object({ name: z.string(), models: z.number() })),
  }),
};
