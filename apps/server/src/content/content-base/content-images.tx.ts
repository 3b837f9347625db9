import type { ContentImage, ContentKind, StoredContentImage } from '@headland/contracts/content';
import type { Tx } from '../../platform/database/rows';
import type { Caller } from '../../platform/caller';
import { dropFile, keepOwnImage } from '../../platform/files/file-store';

/** The pictures of a record: its own in their order, and those in its text. */
export interface ContentImages {
  own: ContentImage[];
  inText: ContentImage[];
}

/** SQL of the own pictures of a record `alias`, in their order. */
export const ownImages = (kind: ContentKind, alias: string): string =>
  `(SELECT COALESCE(json_agg(json_build_object('id', f.id, 'alt', i.alt, 'width', f.width, 'height', f.height) ORDER BY i.position), '[]')
    FROM content_image i JOIN stored_file f ON f.id = i.image_id WHERE i.kind = '${kind}' AND i.record_id = ${alias}.id AND NOT i.in_text)`;
export const firstImage = (kind: ContentKind, alias: string): string =>
  `(SELECT i.image_id FROM content_image i WHERE i.kind = '${kind}' AND i.record_id = ${alias}.id AND NOT i.in_text ORDER BY i.position LIMIT 1)`;
export const countOfImages = (kind: ContentKind, alias: string): string =>
  `(SELECT count(*)::int FROM content_image i WHERE i.kind = '${kind}' AND i.record_id = ${alias}.id AND NOT i.in_text)`;

export const imagesOf = async (tx: Tx, kind: ContentKind, id: number): Promise<StoredContentImage[]> =>
  tx.query<StoredContentImage[]>(
    `SELECT f.id, i.alt, f.width, f.height FROM content_image i JOIN stored_file f ON f.id = i.image_id
     WHERE i.kind = $1 AND i.record_id = $2 AND NOT i.in_text ORDER BY i.position`,
    [kind, id],
  );

/** Writes the pictures of a record. One that is new is kept; one that no record has any more is swept within a day. */
export async function saveImages(
  tx: Tx,
  { kind, id, by }: { kind: ContentKind; id: number; by: Caller },
  images: ContentImages,
): Promise<void> {
  const before = await referenced(tx, kind, id);
  const kept = new Set(before);
  for (const [list, field] of [
    [images.own, 'images'],
    [images.inText, 'content'],
  ] as const)
    for (const image of list) {
      // what records of another kind keep is theirs, and never becomes public
      if (!kept.has(image.id) && !(await isOfContent(tx, image.id))) await keepOwnImage(tx, image.id, by, field);
      kept.add(image.id);
    }
  await tx.query('DELETE FROM content_image WHERE kind = $1 AND record_id = $2', [kind, id]);
  const rows = [
    ...images.own.map((image, position) => ({ image, position, inText: false })),
    ...images.inText.map((image, position) => ({ image, position, inText: true })),
  ];
  await tx.query(
    `INSERT INTO content_image (kind, record_id, image_id, position, in_text, alt)
     SELECT $1, $2, i, p, t, a FROM unnest($3::text[], $4::int[], $5::boolean[], $6::text[]) AS u(i, p, t, a)`,
    [
      ...[kind, id],
      rows.map((r) => r.image.id),
      rows.map((r) => r.position),
      rows.map((r) => r.inText),
      rows.map((r) => r.image.alt),
    ],
  );
  await release(tx, before);
}

/** Of a record that is removed. */
export async function dropImages(tx: Tx, kind: ContentKind, id: number): Promise<void> {
  const before = await referenced(tx, kind, id);
  await tx.query('DELETE FROM content_image WHERE kind = $1 AND record_id = $2', [kind, id]);
  await release(tx, before);
}

async function isOfContent(tx: Tx, id: string): Promise<boolean> {
  // held, so that its last record does not let go of it meanwhile
  await tx.query('SELECT 1 FROM stored_file WHERE id = $1 FOR UPDATE', [id]);
  const rows = await tx.query<unknown[]>('SELECT 1 FROM content_image WHERE image_id = $1 LIMIT 1', [id]);
  return rows.length > 0;
}

async function referenced(tx: Tx, kind: ContentKind, id: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }[]>(
    'SELECT DISTINCT image_id AS id FROM content_image WHERE kind = $1 AND record_id = $2',
    [kind, id],
  );
  return rows.map((r) => r.id);
}

/** First the lock, then the check: whoever keeps the same picture at this moment is seen, or keeps it afterwards. */
async function release(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const id of [...ids].sort()) {
    await tx.query('SELECT 1 FROM stored_file WHERE id = $1 FOR UPDATE', [id]);
    const [other] = await tx.query<unknown[]>('SELECT 1 FROM content_image WHERE image_id = $1 LIMIT 1', [id]);
    if (other === undefined) await dropFile(tx, id);
  }
}
