import { z } from 'zod';
import { contentBulk, imageList, richText, StoredContentImage } from './content';
import { dateRange } from './date-pair';
import { isoTime, paging, searched, t100 } from './fields';
import { postingColumns, postingFields, postingFilter, withPosting } from './posting';
import { resource } from './resource';
import { RecordStep } from './shared-shapes';

/** Posts of the app's board: stories with up to five pictures. */
export const maxPostImages = 5;
const fields = {
  title: t100,
  content: richText,
  images: imageList(maxPostImages, 'field.img5'),
  ...postingFields,
};
export const PostBody = withPosting(z.object(fields));
export type PostBody = z.output<typeof PostBody>;
export const ChangePostBody = withPosting(z.object({ ...fields, version: z.number().int() }));

export const PostRow = z.object({
  id: z.number(),
  /** the first picture; null: it has none */
  imageId: z.string().nullable(),
  title: z.string(),
  ...postingColumns,
  registrant: z.string(),
  registeredAt: z.string(),
  /** readers, each once a day */
  views: z.number(),
});
export type PostRow = z.output<typeof PostRow>;
export const PostDetail = PostRow.extend({
  version: z.number(),
  content: z.string(),
  images: z.array(StoredContentImage),
});
export type PostDetail = z.output<typeof PostDetail>;

export const PostFilter = dateRange(
  z.object({
    ...paging,
    sort: z.enum(['title', 'startOn', 'registeredAt']).default('registeredAt'),
    order: z.enum(['asc', 'desc']).default('desc'),
    title: searched,
    ...postingFilter,
    /** registered within */
    from: isoTime.optional(),
    to: isoTime.optional(),
  }),
);
export type PostFilter = z.output<typeof PostFilter>;

const path = '/api/posts';
export const posts = {
  ...resource('post', {
    path,
    row: PostRow,
    detail: PostDetail,
    filter: PostFilter,
    body: PostBody,
    changeBody: ChangePostBody,
    createStatus: 201,
    remove: { summary: 'Removes a post; the app shows it no longer', data: z.object({ removed: z.literal(true) }) },
    history: { summary: 'What was changed, newest first', data: RecordStep },
    summaries: { list: 'Posts', get: 'One post', create: 'A new post', change: 'Change a post' },
  }),
  ...contentBulk('post', path),
};
