import { z } from 'zod';
import { appContentTag as tag } from './app-content-paths';
import { endpoint } from './endpoint';
import { IdParams } from './fields';
import { imageSizes } from './file';

/** Banners of the GPT service in the customers' app. */
export const AppBanner = z.object({
  id: z.number(),
  name: z.string(),
  /** opened by a tap */
  url: z.string(),
  /** of the picture; empty: the name stands for it */
  imageAlt: z.string(),
  /** plain text: displayed as it is, never as markup */
  content: z.string(),
  startOn: z.string(),
  endOn: z.string(),
});
export type AppBanner = z.output<typeof AppBanner>;

const path = '/api/app/gpt-banners';
export const appBanners = {
  list: endpoint({
    method: 'GET',
    path,
    allow: 'app',
    tag,
    summary: 'Banners that are published today, in the zone of the product; the newest start first',
    data: z.array(AppBanner),
    example: [
      {
        id: 12,
        name: '가을 정비 상담',
        url: 'https://www.example.com/autumn',
        imageAlt: '벼를 베는 콤바인',
        content: '수확 전 점검 항목을 물어보세요.',
        startOn: '2026-11-01',
        endOn: '2026-11-30',
      },
    ],
  }),
  image: endpoint({
    method: 'GET',
    path: `${path}/:id/image`,
    allow: 'app',
    tag,
    summary: 'The picture of a published banner, whole or as a thumbnail of 320 px',
    params: IdParams,
    query: z.object({ size: z.enum(imageSizes).default('full') }),
    stream: 'image/webp',
  }),
  click: endpoint({
    method: 'POST',
    path: `${path}/:id/click`,
    allow: 'app',
    tag,
    summary: 'A published banner was tapped: counted by day, without who tapped',
    params: IdParams,
    data: z.object({ done: z.literal(true) }),
    example: { done: true },
  }),
};
