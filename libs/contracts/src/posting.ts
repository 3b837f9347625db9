import { z } from 'zod';
import { day } from './fields';

/**
 * Posting of what the app shows: without limit, or from a first to a last day, both included, in the zone of the
 * product. The app sees it only while it is displayed and on.
 */
export const postings = ['noLimit', 'dates'] as const;
export const displays = ['shown', 'hidden'] as const;
export type Display = (typeof displays)[number];
export const postingStates = ['scheduled', 'on', 'ended'] as const;
export type PostingState = (typeof postingStates)[number];

/** In the body of a form; `withPosting` checks the days. */
export const postingFields = {
  posting: z.enum(postings),
  startOn: day.nullable().default(null),
  endOn: day.nullable().default(null),
  display: z.enum(displays),
};
/** In a row of a list; `state` is of the present day. */
export const postingColumns = {
  posting: z.enum(postings),
  startOn: z.string().nullable(),
  endOn: z.string().nullable(),
  display: z.enum(displays),
  state: z.enum(postingStates),
};
/** In the filter of a list. */
export const postingFilter = {
  state: z.enum(postingStates).optional(),
  display: z.enum(displays).optional(),
};

/** With dates both days are given, the first not after the last; without limit there are none. */
export const withPosting = <S extends z.ZodType<{ posting: string; startOn: string | null; endOn: string | null }>>(
  schema: S,
) =>
  schema
    .superRefine(({ posting, startOn, endOn }, ctx) => {
      if (posting !== 'dates') return;
      const refuse = (path: 'startOn' | 'endOn', message: string) =>
        ctx.addIssue({ code: 'custom', path: [path], message });
      if (startOn === null) refuse('startOn', 'field.req');
      if (endOn === null) refuse('endOn', 'field.req');
      if (startOn !== null && endOn !== null && startOn > endOn) refuse('startOn', 'field.range');
    })
    .transform((body) => (body.posting === 'dates' ? body : { ...body, startOn: null, endOn: null }));
