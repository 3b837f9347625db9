import { z } from 'zod';
import { endpoint } from './endpoint';
import { hasEmoji, id, max100 } from './fields';
import { fileId } from './file';
import { displays } from './posting';

/**
 * Content that the app shows: notices, FAQ, posts, and the shop. A text is HTML of headings, paragraphs, lists, links, bold and images,
 * or plain text; the server stores what of it is allowed, and refuses scripts, styles and links that are not https.
 */
export const publicationKinds = ['notice', 'faq', 'post'] as const;
export type PublicationKind = (typeof publicationKinds)[number];
export type ContentKind = PublicationKind | 'category' | 'shopBanner' | 'part';
/** of one text: visible characters, and images between its paragraphs */
export const contentLimits = { characters: 1500, images: 10 } as const;
/** the HTML of a text with all its marks */
const maxHtml = 40_000;

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00A0' };
const decoded = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/giu, (whole, decimal, hex, name: string | undefined) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? parseInt(String(hex), 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });

/** What one reads of a text: without its marks, a line for each paragraph, heading and item. */
export const visibleText = (html: string): string =>
  decoded(html.replaceAll(/<br\s*\/?>|<\/(?:p|h[1-6]|li|div)>/giu, '\n').replaceAll(/<\/?[a-z!][^>]*>/giu, ''))
    .replaceAll(/\n\s*\n/gu, '\n')
    .trim();

/** Visible characters of a text; the ends of its lines are none. The form counts by it, and so does the server. */
export const visibleLength = (html: string): number => Array.from(visibleText(html).replaceAll('\n', '')).length;

/** 1–1500 visible characters. Scripts and links are judged by the server, which parses the text. */
export const richText = z
  .string()
  .max(maxHtml, 'field.t1500')
  .refine((html) => !html.includes('\0'), 'field.invalid')
  .refine((html) => {
    const length = visibleLength(html);
    return length >= 1 && length <= contentLimits.characters;
  }, 'field.t1500')
  .refine((html) => !hasEmoji(visibleText(html)), 'field.emoji');

/** A picture of a record, and the words for it. */
export const ContentImage = z.object({ id: fileId, alt: max100.default('') });
export type ContentImage = z.output<typeof ContentImage>;

/** The pictures of a record in their order; of a form as one text. */
export const imageList = (most: number, message: string) => {
  const list = z
    .array(ContentImage)
    .max(most, message)
    .refine((images) => new Set(images.map((image) => image.id)).size === images.length, 'field.twice');
  return z.preprocess((given) => (typeof given === 'string' ? parsed(given) : given), list).default([]);
};
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Of the responses for a record. */
export const StoredContentImage = z.object({ id: z.string(), alt: z.string(), width: z.number(), height: z.number() });
export type StoredContentImage = z.output<typeof StoredContentImage>;

/** What is done with several records at once: all of them or none. */
const ids = z.array(id).min(1).max(100);
const changed = z.object({ changed: z.number() });
export const contentBulk = (feature: PublicationKind, path: `/api/${string}`) => ({
  display: endpoint({
    method: 'POST',
    path: `${path}/display` as const,
    allow: `${feature}:U` as const,
    summary: 'Shows or hides several records, all of them or none',
    body: z.object({ ids, display: z.enum(displays) }),
    data: changed,
  }),
  removeMany: endpoint({
    method: 'POST',
    path: `${path}/remove` as const,
    allow: `${feature}:D` as const,
    summary: 'Removes several records, all of them or none',
    body: z.object({ ids }),
    data: changed,
  }),
  restore: endpoint({
    method: 'POST',
    path: `${path}/restore` as const,
    allow: `${feature}:D` as const,
    summary: 'Takes back what the caller has removed within a minute, all of it or nothing',
    body: z.object({ ids }),
    data: changed,
  }),
});
