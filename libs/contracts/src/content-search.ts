import { z } from 'zod';
import { contentKinds } from './content';
import { endpoint } from './endpoint';

export const ContentHit = z.object({ kind: z.enum(contentKinds), id: z.number(), title: z.string() });
export type ContentHit = z.output<typeof ContentHit>;

/** The search of the shell in the app's content. */
export const contentSearch = {
  find: endpoint({
    method: 'GET',
    path: '/api/content/search',
    allow: 'member',
    summary: 'Notices, FAQ and posts by title, newest first, five of each kind that the caller may read',
    query: z.object({
      text: z
        .string()
        .trim()
        .min(2)
        .max(40)
        .regex(/^\P{Cc}*$/u, 'field.invalid'),
    }),
    data: z.array(ContentHit),
  }),
};
