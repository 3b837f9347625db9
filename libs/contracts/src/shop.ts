import { z } from 'zod';
import { hasEmoji, id } from './fields';

/** What categories, banners and parts of the shop share: addresses in the shop, and the models that they are for. */
const maxUrl = 200;

/** An address; that it is in the shop is checked with the configured host (`inShop`). */
export const shopUrl = z
  .string()
  .trim()
  .min(1, 'field.req')
  .max(maxUrl, 'field.max200')
  .refine((url) => !hasEmoji(url), 'field.emoji');

/**
 * Whether an address is one of the shop: it begins with the host letter by letter and goes on with a path, a query or
 * nothing. So neither another host that begins alike (`https://shop.example.com.evil.net`) nor a user or a port
 * (`https://shop.example.com@evil.net`, `…:8443`) fits. It has to mean the same to whoever reads it: no spaces, control
 * characters or backslashes, and no `..` that leaves a path of the host.
 */
export function inShop(url: string, host: string): boolean {
  const rest = url.slice(host.length);
  const [path = ''] = rest.split(/[?#]/u);
  return (
    url.startsWith(host) &&
    /^(?:$|[/?#])/u.test(rest) &&
    !/[\s\\\p{Cc}]/u.test(url) &&
    !/\/(?:\.|%2e){1,2}(?:\/|$)/iu.test(path)
  );
}

/** The schema of a form or an import with the host of this installation. */
export const withShopHost = <S extends z.ZodType<{ url: string | null }>>(schema: S, host: string) =>
  schema.refine(({ url }) => url === null || inShop(url, host), {
    path: ['url'],
    error: 'field.host',
    // also while another field is wrong, so that a form says all at once
    when: ({ value }) => typeof (value as { url?: unknown }).url === 'string',
  });

const ids = z
  .array(id)
  .max(200)
  .transform((list) => [...new Set(list)].sort((a, b) => a - b));
const listed = z.union([
  ids,
  z
    .string()
    .transform((text): (string | number)[] => text.split(',').filter((part) => part !== ''))
    .pipe(ids),
]);
/** Models that a category or banner is for; none: all of them. Of a form a text: `3,5`. */
export const applicableModels = listed.default([]);
/** Models that a part fits: all, or at least one. */
export const fittingModels = z.union([z.literal('all'), listed.refine((list) => list.length > 0, 'field.models')], {
  error: (issue) => (issue.input === undefined ? 'field.models' : 'field.invalid'),
});
