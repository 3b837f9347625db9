import { createHash } from 'node:crypto';
import { type ContentImage, type ContentKind, visibleText } from '@headland/contracts/content';
import type { Caller } from '../../platform/caller';
import type { Tx } from '../../platform/database/rows';
import { changesIn } from '../../platform/event-log/record-change';
import type { Changes } from '../../platform/records/record';
import type { Content } from './content.entity';
import { saveImages } from './content-images.tx';
import { richTextOf } from './rich-text';

/** What records of content share: the text as it is stored, its pictures, and what the log shows of both. */
export interface WithImages {
  images: { id: string; alt: string }[];
}
interface Body {
  content: string;
  images?: ContentImage[];
}

/** The columns of a body; `field` errors for a text that is refused. */
export function contentOf<B extends Body>(
  body: B,
  { caller, now, isNew }: { caller: Caller; now: Date; isNew: boolean },
) {
  const { html, text } = richTextOf(body.content);
  return {
    ...body,
    images: body.images ?? [],
    content: html,
    contentText: text,
    changedAt: now,
    ...(isNew ? { registrant: caller.name, createdAt: now } : {}),
  };
}

/** For `related`: pictures of the record and of its text. */
export async function saveContentImages(
  tx: Tx,
  of: { kind: ContentKind; id: number; by: Caller },
  { content, images = [] }: Body,
): Promise<WithImages> {
  await saveImages(tx, of, { own: images, inText: richTextOf(content).images });
  return { images };
}

/** Its pictures stay for a while: a removal can be taken back (see `RemovedContent`). */
export const removeContent = ({ now }: { now: Date }): Promise<{ removedAt: Date }> =>
  Promise.resolve({ removedAt: now });

type Value = string | number | null;
/** The log shows the fields as they are, the text as one reads it, and how many pictures there are. */
export function contentChanges<S extends Content & WithImages, F extends string>(
  fields: readonly F[],
  before: (S & Partial<Record<F, Value>>) | null,
  after: S & Partial<Record<F, Value>>,
): Changes {
  const shown = (state: S & Partial<Record<F, Value>>): Record<F | 'content' | 'images', Value> =>
    ({
      ...Object.fromEntries(fields.map((field) => [field, state[field] ?? null])),
      content: textInLog(state.content),
      images: imagesInLog(state.images),
    }) as Record<F | 'content' | 'images', Value>;
  return changesIn<F | 'content' | 'images'>([...fields, 'content', 'images'], before && shown(before), shown(after));
}

/** Marks alone may differ, too: a short hash tells such texts apart. */
const textInLog = (html: string): string =>
  `${visibleText(html)} [${createHash('sha256').update(html).digest('hex').slice(0, 6)}]`;
/** 2 (A tractor, –): one picture in the place of another is a change as well. */
const imagesInLog = (images: WithImages['images']): string | null =>
  images.length === 0 ? null : images.map(({ id, alt }) => `${alt || '–'} [${id.slice(0, 6)}]`).join(', ');
