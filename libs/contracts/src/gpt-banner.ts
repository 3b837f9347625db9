import { z } from 'zod';
import { dateRange } from './date-pair';
import { endpoint } from './endpoint';
import { day, gptName, httpsUrl, id, IdParams, max100, paging, searched, t1500 } from './fields';
import { fileId } from './file';
import { resource } from './resource';
import { RecordStep } from './shared-shapes';

/**
 * Banners of the GPT service in the customers' app. Each is displayed from its first to its last day, both included, in
 * the zone of the product. Periods may overlap; the newest start is shown first.
 */
/** published, scheduled, suspended, expired: the filter values of the specification */
export const bannerStatuses = ['doing', 'ready', 'stop', 'done'] as const;
export type BannerStatus = (typeof bannerStatuses)[number];
const status = z.enum(bannerStatuses);

/** From here on a picture fills its place in the app, at one of the two sizes. Smaller: advice in the form, no refusal. */
export const bannerSizes = [
  { width: 900, height: 500 },
  { width: 225, height: 125 },
] as const;

/** In the order of the form. */
const fields = {
  name: gptName,
  startOn: day,
  endOn: day,
  url: httpsUrl,
  imageId: fileId,
  imageAlt: max100.default(''),
  /** plain text */
  content: t1500,
};
const inOrder = (body: { startOn: string; endOn: string }, ctx: z.core.$RefinementCtx): void => {
  if (body.startOn > body.endOn) ctx.addIssue({ code: 'custom', path: ['startOn'], message: 'field.range' });
};
const body = z.object(fields);
export const bannerFields = body.keyof().exclude(['imageId']).options;
export const GptBannerBody = body.superRefine(inOrder);
export type GptBannerBody = z.output<typeof GptBannerBody>;
export const ChangeGptBannerBody = body.extend({ version: z.number().int() }).superRefine(inOrder);
export type ChangeGptBannerBody = z.output<typeof ChangeGptBannerBody>;

export const GptBannerRow = z.object({
  id: z.number(),
  version: z.number(),
  status,
  name: z.string(),
  startOn: z.string(),
  endOn: z.string(),
  imageId: z.string(),
  imageAlt: z.string(),
  registrant: z.string(),
  registeredAt: z.string(),
  suspendedAt: z.string().nullable(),
});
export type GptBannerRow = z.output<typeof GptBannerRow>;
export const GptBannerDetail = GptBannerRow.extend({
  url: z.string(),
  content: z.string(),
  suspendedBy: z.string().nullable(),
  /** taps in the app */
  clicks: z.number(),
});
export type GptBannerDetail = z.output<typeof GptBannerDetail>;

/** `from` and `to` find banners whose period touches these days. */
export const GptBannerFilter = dateRange(
  z.object({
    ...paging,
    sort: z.enum(['name', 'period', 'registeredAt', 'suspendedAt']).default('registeredAt'),
    order: z.enum(['asc', 'desc']).default('desc'),
    status: z.enum([...bannerStatuses, 'all']).default('all'),
    name: searched,
    from: day.optional(),
    to: day.optional(),
  }),
);
export type GptBannerFilter = z.output<typeof GptBannerFilter>;

export const maxBulk = 100;
const path = '/api/gpt-banners';
export const gptBanners = {
  ...resource('gptBanner', {
    path,
    row: GptBannerRow,
    detail: GptBannerDetail,
    filter: GptBannerFilter,
    body: GptBannerBody,
    changeBody: ChangeGptBannerBody,
    createStatus: 201,
    summaries: {
      list: 'Banners of the GPT service',
      get: 'One banner',
      create: 'A new banner with its picture; it starts today or later',
      change: 'Changes a scheduled or published banner; the start of a published one stays',
    },
    remove: {
      summary: 'Deletes a banner that is not published',
      data: z.object({ removed: z.literal(true) }),
    },
    history: { summary: 'What was changed, newest first', data: RecordStep },
  }),
  suspend: endpoint({
    method: 'POST',
    path: `${path}/:id/suspend`,
    allow: 'gptBanner:U',
    summary: 'Suspends a scheduled or published banner, for good',
    params: IdParams,
    body: z.object({ version: z.number().int() }),
    data: GptBannerDetail,
  }),
  removeMany: endpoint({
    method: 'POST',
    path: `${path}/remove`,
    allow: 'gptBanner:D',
    summary: 'Deletes banners that are not published: all of them or, if one may not be deleted, none',
    body: z.object({ ids: z.array(id).min(1).max(maxBulk) }),
    data: z.object({ removed: z.number() }),
  }),
  restore: endpoint({
    method: 'POST',
    path: `${path}/restore`,
    allow: 'gptBanner:D',
    summary: 'Takes back what the caller has deleted within a minute, all of it or nothing',
    body: z.object({ ids: z.array(id).min(1).max(maxBulk) }),
    data: z.object({ changed: z.number() }),
  }),
};
