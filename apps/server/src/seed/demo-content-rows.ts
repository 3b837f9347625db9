import type { EntityManager } from 'typeorm';
import type { ContentKind } from '@headland/contracts/content';
import { keepFile } from '../platform/files/file-store';

/** Inserts a row by the names of its columns, and answers its id. */
export async function insertRow(tx: EntityManager, table: string, row: Record<string, unknown>): Promise<number> {
  const names = Object.keys(row);
  const [inserted] = await tx.query<{ id: number }[]>(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((_, i) => `$${i + 1}`).join(', ')}) RETURNING id`,
    Object.values(row),
  );
  if (inserted === undefined) throw new Error(`${table} took no row`);
  return inserted.id;
}

/** Pictures of a record in their order, all with the same text. */
export async function attachPictures(
  tx: EntityManager,
  { kind, id }: { kind: ContentKind; id: number },
  pictures: readonly string[],
  alt: string,
): Promise<void> {
  for (const [position, imageId] of pictures.entries()) {
    await keepFile(tx, imageId, 'image', 'images');
    await tx.query(
      'INSERT INTO content_image (kind, record_id, image_id, position, in_text, alt) VALUES ($1, $2, $3, $4, false, $5)',
      [kind, id, imageId, position, alt],
    );
  }
}
