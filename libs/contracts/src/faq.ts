import { z } from 'zod';
import { contentBulk, richText } from './content';
import { displayOrder } from './display-order';
import { many, paging, searched, t100 } from './fields';
import { displays } from './posting';
import { resource } from './resource';
import { RecordStep } from './shared-shapes';

/** Frequently asked questions of the app, in an order of their own within each category. */
export const faqCategories = ['service', 'account', 'fault', 'other'] as const;
export type FaqCategory = (typeof faqCategories)[number];

export const FaqBody = z.object({
  category: z.enum(faqCategories),
  title: t100,
  content: richText,
  /** a taken place moves the others of the category down; without one it is the last */
  displayOrder: displayOrder.nullable().default(null),
  display: z.enum(displays),
});
export type FaqBody = z.output<typeof FaqBody>;
export const ChangeFaqBody = FaqBody.extend({ version: z.number().int() });
/** in the order of form, page and log */
export const faqFields = ['category', 'title', 'displayOrder', 'display'] as const;

export const FaqRow = z.object({
  id: z.number(),
  version: z.number(),
  category: z.enum(faqCategories),
  title: z.string(),
  displayOrder: z.number(),
  display: z.enum(displays),
  /** readers, each once a day */
  views: z.number(),
  registrant: z.string(),
  registeredAt: z.string(),
});
export type FaqRow = z.output<typeof FaqRow>;
export const FaqDetail = FaqRow.extend({ content: z.string() });
export type FaqDetail = z.output<typeof FaqDetail>;

export const FaqFilter = z.object({
  ...paging,
  sort: z.enum(['category', 'title', 'displayOrder', 'registeredAt']).default('displayOrder'),
  order: z.enum(['asc', 'desc']).default('asc'),
  category: many(z.enum(faqCategories)),
  title: searched,
  display: z.enum(displays).optional(),
});
export type FaqFilter = z.output<typeof FaqFilter>;

const path = '/api/faqs';
export const faqs = {
  ...resource('faq', {
    path,
    row: FaqRow,
    detail: FaqDetail,
    filter: FaqFilter,
    body: FaqBody,
    changeBody: ChangeFaqBody,
    createStatus: 201,
    remove: { summary: 'Removes a question; the app shows it no longer', data: z.object({ removed: z.literal(true) }) },
    history: { summary: 'What was changed, newest first', data: RecordStep },
    reorder: { summary: 'Moves a question to another place of its category' },
    summaries: {
      list: 'Questions; by display order, category after category',
      ...{ get: 'One question', create: 'A new question', change: 'Change a question' },
    },
  }),
  ...contentBulk('faq', path),
};
