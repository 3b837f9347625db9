import { z } from 'zod';
import { appContentPaths as paths, appContentTag as tag, imageWidths, type ImageVariant } from './app-content-paths';
import { StoredContentImage } from './content';
import { endpoint } from './endpoint';
import { faqCategories } from './faq';
import { IdParams, pageQuery, searched } from './fields';
import { fileId } from './file';
import { noticeTargets, noticeTypes, osTypes } from './notice';

/**
 * Notices, FAQ and posts as the app shows them: published ones alone, without a session; with the app's access token a
 * reader is counted as the member. Answers carry an ETag: sent back as `If-None-Match`, what is unchanged comes as 304.
 * Texts are HTML of `h2 h3 p ul ol li a strong br img`; the pictures of a text and of a record are at
 * `/api/app/images/{id}`, as long as a record with them is published.
 */
const images = z.array(StoredContentImage);

export const AppNoticeRow = z.object({
  id: z.number(),
  type: z.enum(noticeTypes),
  title: z.string(),
  /** first day of its posting, else the day of its registration: YYYY-MM-DD in the product's zone */
  date: z.string(),
  /** for three days */
  isNew: z.boolean(),
});
export type AppNoticeRow = z.output<typeof AppNoticeRow>;
export const AppNotice = AppNoticeRow.extend({ content: z.string(), images });
export type AppNotice = z.output<typeof AppNotice>;

export const AppFaqRow = z.object({ id: z.number(), category: z.enum(faqCategories), title: z.string() });
export type AppFaqRow = z.output<typeof AppFaqRow>;
/** `related`: the next ones of its category, at most three. */
export const AppFaq = AppFaqRow.extend({ content: z.string(), related: z.array(AppFaqRow) });
export type AppFaq = z.output<typeof AppFaq>;

export const AppPostRow = z.object({
  id: z.number(),
  title: z.string(),
  date: z.string(),
  /** the first picture */
  image: StoredContentImage.nullable(),
});
export type AppPostRow = z.output<typeof AppPostRow>;
export const AppPost = AppPostRow.omit({ image: true }).extend({ content: z.string(), images });
export type AppPost = z.output<typeof AppPost>;

const noticeRow: AppNoticeRow = {
  id: 13,
  type: 'event',
  title: 'Winter service campaign: coolant and battery check',
  date: '2026-11-15',
  isNew: false,
};
const image = { id: 'a6_4sWl2SDiP0eJZxU7y9Q', alt: 'A tractor at the agency', width: 1600, height: 900 };

const faqRow: AppFaqRow = { id: 4, category: 'service', title: 'How do I start the machine from the app?' };
const postRow = { id: 7, title: 'Rice harvest with the HX-65', date: '2026-10-12' };
const content = '<p>Book a check at <a href="https://service.example.com/winter">your agency</a>.</p>';

export const appContent = {
  notices: endpoint({
    method: 'GET',
    path: paths.notices,
    allow: 'public',
    tag,
    summary: 'Published notices, newest first; by default those for customers, of every system',
    query: pageQuery.extend({
      target: z.enum(noticeTargets).default('customer'),
      /** the reader's system: notices for all, and for it */
      os: z.enum(osTypes).exclude(['all']).optional(),
    }),
    data: AppNoticeRow,
    page: true,
    example: [noticeRow],
  }),
  notice: endpoint({
    method: 'GET',
    path: paths.notice,
    allow: 'public',
    tag,
    summary: 'A published notice; it counts as read, once a reader and day',
    params: IdParams,
    data: AppNotice,
    example: {
      ...noticeRow,
      content,
      images: [image],
    },
  }),
  faqs: endpoint({
    method: 'GET',
    path: paths.faqs,
    allow: 'public',
    tag,
    summary: 'Questions that are shown, in their order; of a category, and with a text in title or content',
    query: pageQuery.extend({ category: z.enum(faqCategories).optional(), text: searched }),
    data: AppFaqRow,
    page: true,
    example: [faqRow],
  }),
  faq: endpoint({
    method: 'GET',
    path: paths.faq,
    allow: 'public',
    tag,
    summary: 'A question with its answer; it counts as read, once a reader and day',
    params: IdParams,
    data: AppFaq,
    example: { ...faqRow, content, related: [{ id: 5, category: 'service', title: 'What does the SOS button do?' }] },
  }),
  posts: endpoint({
    method: 'GET',
    path: paths.posts,
    allow: 'public',
    tag,
    summary: 'Published posts, newest first',
    query: pageQuery,
    data: AppPostRow,
    page: true,
    example: [{ ...postRow, image }],
  }),
  post: endpoint({
    method: 'GET',
    path: paths.post,
    allow: 'public',
    tag,
    summary: 'A published post; it counts as read, once a reader and day',
    params: IdParams,
    data: AppPost,
    example: { ...postRow, content, images: [image] },
  }),
  image: endpoint({
    method: 'GET',
    path: paths.image,
    allow: 'public',
    tag,
    summary: 'A picture of something published, 320, 800 or 1600 px; it never changes under its id',
    params: z.object({ id: fileId }),
    query: z.object({ size: z.enum(Object.keys(imageWidths) as [ImageVariant, ...ImageVariant[]]).default('full') }),
    stream: 'image/webp',
  }),
};
