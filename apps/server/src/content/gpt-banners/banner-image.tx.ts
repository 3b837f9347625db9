import type { Caller } from '../../platform/caller';
import type { Tx } from '../../platform/database/rows';
import { dropFile, keepFile, keepOwnImage } from '../../platform/files/file-store';

/** Attaches a picture: one that the caller has uploaded, or that of another banner, which a copy has, too. */
export async function takeImage(tx: Tx, id: string, caller: Caller): Promise<void> {
  if (await isUsed(tx, id)) await keepFile(tx, id, 'image', 'imageId');
  else await keepOwnImage(tx, id, caller, 'imageId');
}

/** Detaches a picture that no banner has any more. Call it after the row was written. */
export async function releaseImage(tx: Tx, id: string): Promise<void> {
  if (!(await isUsed(tx, id))) await dropFile(tx, id);
}

/** Locked first, so that a copy at this moment is either seen or takes the picture afterwards. */
async function isUsed(tx: Tx, id: string): Promise<boolean> {
  await tx.query('SELECT 1 FROM stored_file WHERE id = $1 FOR UPDATE', [id]);
  return (await tx.query<unknown[]>('SELECT 1 FROM gpt_banner WHERE image_id = $1 LIMIT 1', [id])).length > 0;
}
