import { z } from 'zod';
import { appContentPaths, appContentTag as tag } from './app-content-paths';
import { StoredContentImage } from './content';
import { endpoint } from './endpoint';
import { id, IdParams, paging } from './fields';

/**
 * The shop as the app shows it: what is shown and in its period, for the models of the customer's machines or of one of
 * them. Names are in the language of the call, prices in Korean won. Pictures are at `/api/app/images/{id}?size=thumb|
 * medium|full` (320, 800, 1600 px wide at most: a `srcset`), as long as a record with them is shown.
 */
/** of the caller; without it the models of all own machines count */
const vehicleId = id.optional();
export const AppCategory = z.object({
  id: z.number(),
  key: z.string(),
  name: z.string(),
  url: z.string().nullable(),
  image: StoredContentImage.nullable(),
  /** parts that fit */
  parts: z.number(),
});
export type AppCategory = z.output<typeof AppCategory>;
export const AppPart = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  price: z.number(),
  description: z.string(),
  url: z.string(),
  /** the first is the cover */
  images: z.array(StoredContentImage),
});
export type AppPart = z.output<typeof AppPart>;
export const AppBanner = z.object({ id: z.number(), name: z.string(), image: StoredContentImage.nullable() });
export type AppBanner = z.output<typeof AppBanner>;

const image = { id: 'a6_4sWl2SDiP0eJZxU7y9Q', alt: 'Engine oil filter', width: 900, height: 500 };
const path = appContentPaths.shop;
export const appShop = {
  categories: endpoint({
    method: 'GET',
    path: `${path}/categories`,
    allow: 'app',
    tag,
    summary: 'Categories of the shop in their order',
    query: z.object({ vehicleId }),
    data: z.array(AppCategory),
    example: [{ id: 3, key: 'filters', name: 'Filters', url: null, image, parts: 12 }],
  }),
  parts: endpoint({
    method: 'GET',
    path: `${path}/categories/:id/parts`,
    allow: 'app',
    tag,
    summary: 'Parts of a category in their order',
    params: IdParams,
    query: z.object({ ...paging, vehicleId }),
    data: AppPart,
    page: true,
    example: [
      {
        id: 41,
        code: 'HLF1020',
        name: 'Engine oil filter',
        price: 18_000,
        description: 'Spin-on, with gasket.',
        url: 'https://shop.example.com/parts/HLF1020',
        images: [image],
      },
    ],
  }),
  banners: endpoint({
    method: 'GET',
    path: `${path}/banners`,
    allow: 'app',
    tag,
    summary: 'Banners of today in their order; open one by the call that counts it',
    query: z.object({ vehicleId }),
    data: z.array(AppBanner),
    example: [{ id: 7, name: 'Winter service parts', image }],
  }),
  openBanner: endpoint({
    method: 'POST',
    path: `${path}/banners/:id/open`,
    allow: 'app',
    tag,
    summary: 'Counts an opening of a banner and answers where it leads',
    params: IdParams,
    data: z.object({ url: z.string() }),
    example: { url: 'https://shop.example.com/winter' },
  }),
};
