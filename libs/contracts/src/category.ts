import { z } from 'zod';
import { ContentImage, imageList, StoredContentImage } from './content';
import { displayOrder } from './display-order';
import { endpoint } from './endpoint';
import { englishName, id, koreanName, paging, searched, slug } from './fields';
import { displays } from './posting';
import { resource } from './resource';
import { Named, RecordStep } from './shared-shapes';
import { applicableModels, shopUrl } from './shop';

/** Categories of the shop in the customers' app. One that is not shown hides its parts, too. */
const names = { nameKo: koreanName, nameEn: englishName };
export const CategoryBody = z.object({
  key: slug,
  ...names,
  displayOrder,
  images: imageList(1, 'field.img1').refine((images) => images.length > 0, 'field.req'),
  url: shopUrl.nullable().default(null),
  modelIds: applicableModels,
  display: z.enum(displays),
});
export type CategoryBody = z.output<typeof CategoryBody>;
/** Without a place it keeps its own. */
export const ChangeCategoryBody = CategoryBody.extend({
  displayOrder: displayOrder.optional(),
  version: z.number().int(),
});
/** in the order of form, page and log; images and models are beside them */
export const categoryFields = CategoryBody.keyof().exclude(['images', 'modelIds']).options;

export const CategoryRow = z.object({
  id: z.number(),
  version: z.number(),
  key: z.string(),
  nameKo: z.string(),
  nameEn: z.string(),
  url: z.string().nullable(),
  displayOrder: z.number(),
  display: z.enum(displays),
  cover: ContentImage.nullable(),
  /** none: for all */
  models: z.array(Named),
  /** parts in it, shown or not */
  products: z.number(),
  registeredAt: z.string(),
});
export type CategoryRow = z.output<typeof CategoryRow>;
export const CategoryDetail = CategoryRow.extend({ images: z.array(StoredContentImage), registeredBy: z.string() });
export type CategoryDetail = z.output<typeof CategoryDetail>;

export const CategoryFilter = z.object({
  ...paging,
  sort: z.enum(['displayOrder', 'nameKo', 'products', 'registeredAt']).default('displayOrder'),
  order: z.enum(['asc', 'desc']).default('asc'),
  name: searched,
  display: z.enum(displays).optional(),
});
export type CategoryFilter = z.output<typeof CategoryFilter>;

const path = '/api/categories';
export const categories = {
  ...resource('category', {
    path,
    row: CategoryRow,
    detail: CategoryDetail,
    filter: CategoryFilter,
    body: CategoryBody,
    changeBody: ChangeCategoryBody,
    history: { summary: 'What was changed, newest first', data: RecordStep },
    reorder: { summary: 'Moves a category to another place; those between make room' },
    summaries: {
      list: 'Categories of the shop',
      get: 'One category',
      create: 'A new category',
      change: 'Change a category; one that is not shown hides its parts in the app',
    },
  }),
  namesFree: endpoint({
    method: 'GET',
    path: `${path}/names-free`,
    allow: 'category:R',
    summary: 'Whether no other category has the names',
    query: z.object({ ...names, except: id.optional() }),
    data: z.object({ nameKo: z.boolean(), nameEn: z.boolean() }),
  }),
  choices: endpoint({
    method: 'GET',
    path: `${path}/choices`,
    allow: 'parts:R',
    summary: 'All categories in their order, for filters and forms of parts',
    data: z.array(CategoryRow.pick({ id: true, nameKo: true, nameEn: true, products: true })),
  }),
};
