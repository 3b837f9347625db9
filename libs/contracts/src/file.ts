import { z } from 'zod';
import { endpoint } from './endpoint';

/**
 * Images of records (models, later notices and banners). Validated by content, re-encoded without metadata, and swept
 * after a day if no record references them.
 */
export const imageMegabytes = 5;
export const imageSizes = ['full', 'thumb'] as const;
/** 16 random bytes in base64url */
export const fileId = z.string().regex(/^[\w-]{22}$/, 'field.invalid');
export const StoredImage = z.object({
  id: fileId,
  name: z.string(),
  width: z.number(),
  height: z.number(),
  bytes: z.number(),
});
export type StoredImage = z.output<typeof StoredImage>;

export const images = {
  upload: endpoint({
    method: 'POST',
    path: '/api/images',
    allow: 'member',
    summary:
      'A picture for a record that is being written; .jpg or .png by content, kept a day until a record references it',
    file: { maxBytes: imageMegabytes * 1024 ** 2, accept: '.jpg,.jpeg,.png' },
    data: StoredImage,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/images/:id',
    allow: 'member',
    summary: 'The picture, whole or as a thumbnail of 320 px',
    params: z.object({ id: fileId }),
    query: z.object({ size: z.enum(imageSizes).default('full') }),
    stream: 'image/webp',
  }),
};
