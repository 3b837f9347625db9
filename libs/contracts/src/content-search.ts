import { z } from 'zod';
import { publicationKinds } from './content';
import { endpoint } from './endpoint';

/** A publication by its title; a part by its code and both names. */
export const ContentHit = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(publicationKinds), id: z.number(), title: z.string() }),
  z.object({ kind: z.literal('part'), id: z.number(), code: z.string(), nameKo: z.string(), nameEn: z.string() }),
]);
export type ContentHit = z.output<typeof ContentHit>;

/** The search of the shell in the app's content. */
export const contentSearch = {
  find: endpoint({
    method: 'GET',
    path: '/api/content/search',
    allow: 'member',
    summary:
      'Notices, FAQ and posts by title, parts of the shop by code and name, newest first: five of each kind that the caller may read',
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
