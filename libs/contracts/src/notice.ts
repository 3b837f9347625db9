import { z } from 'zod';
import { contentBulk, imageList, richText, StoredContentImage } from './content';
import { dateRange } from './date-pair';
import { endpoint } from './endpoint';
import { isoTime, paging, searched, t100 } from './fields';
import { postingColumns, postingFields, postingFilter, withPosting } from './posting';
import { resource } from './resource';
import { RecordStep } from './shared-shapes';

/** Notices of the customers' app and the field managers' app: general ones, and events, which are advertising. */
export const noticeTypes = ['general', 'event'] as const;
export const noticeTargets = ['customer', 'fieldManager'] as const;
export type NoticeTarget = (typeof noticeTargets)[number];
export const osTypes = ['all', 'android', 'ios'] as const;
export type OsType = (typeof osTypes)[number];

/** `none`: not asked for; `waiting` until it is shown and its hour comes; `sent` when each message has been queued. */
export const noticePushStates = ['none', 'waiting', 'sending', 'sent'] as const;

const truth = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);
const fields = {
  type: z.enum(noticeTypes),
  target: z.enum(noticeTargets),
  os: z.enum(osTypes),
  title: t100,
  content: richText,
  ...postingFields,
  images: imageList(1, 'field.img1'),
  /** to the target when it is published, once; not again after a change */
  push: truth.default(false),
};
export const NoticeBody = withPosting(z.object(fields));
export type NoticeBody = z.output<typeof NoticeBody>;
export const ChangeNoticeBody = withPosting(z.object({ ...fields, version: z.number().int() }));
/** in the order of form, page and log */
export const noticeFields = ['type', 'target', 'os', 'title'] as const;

export const NoticeRow = z.object({
  id: z.number(),
  type: z.enum(noticeTypes),
  target: z.enum(noticeTargets),
  os: z.enum(osTypes),
  title: z.string(),
  ...postingColumns,
  /** how many pictures it has */
  images: z.number(),
  registrant: z.string(),
  registeredAt: z.string(),
  /** readers, each once a day */
  views: z.number(),
});
export type NoticeRow = z.output<typeof NoticeRow>;

/** Messages of a push: `noDevice` have agreed, but use no device that it could reach. */
export const NoticePush = z.object({
  state: z.enum(noticePushStates),
  /** when it was sent, or will be at the earliest; null: not before it is shown */
  at: z.string().nullable(),
  reached: z.number(),
  failed: z.number(),
  queued: z.number(),
  noDevice: z.number(),
});
export type NoticePush = z.output<typeof NoticePush>;
export const NoticeDetail = NoticeRow.omit({ images: true }).extend({
  version: z.number(),
  content: z.string(),
  images: z.array(StoredContentImage),
  push: NoticePush,
});
export type NoticeDetail = z.output<typeof NoticeDetail>;

export const NoticeFilter = dateRange(
  z.object({
    ...paging,
    sort: z.enum(['title', 'startOn', 'registeredAt']).default('registeredAt'),
    order: z.enum(['asc', 'desc']).default('desc'),
    title: searched,
    type: z.enum(noticeTypes).optional(),
    target: z.enum(noticeTargets).optional(),
    os: z.enum(osTypes).optional(),
    ...postingFilter,
    /** registered within */
    from: isoTime.optional(),
    to: isoTime.optional(),
  }),
);
export type NoticeFilter = z.output<typeof NoticeFilter>;

const path = '/api/notices';
export const notices = {
  ...resource('notice', {
    path,
    row: NoticeRow,
    detail: NoticeDetail,
    filter: NoticeFilter,
    body: NoticeBody,
    changeBody: ChangeNoticeBody,
    createStatus: 201,
    remove: { summary: 'Removes a notice; the app shows it no longer', data: z.object({ removed: z.literal(true) }) },
    history: { summary: 'What was changed, newest first', data: RecordStep },
    summaries: { list: 'Notices', get: 'One notice', create: 'A new notice', change: 'Change a notice' },
  }),
  ...contentBulk('notice', path),
  audience: endpoint({
    method: 'GET',
    path: `${path}/audience`,
    allow: 'notice:R',
    summary: 'How many a push would reach now',
    query: z.object({ type: z.enum(noticeTypes), target: z.enum(noticeTargets), os: z.enum(osTypes) }),
    data: z.object({ reach: z.number(), noDevice: z.number() }),
  }),
};
