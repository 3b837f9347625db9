import { publicationKinds } from '@headland/contracts/content';
import type { ContentHit } from '@headland/contracts/info-check';
import { mayRead } from '@headland/domain/access';
import type { Caller } from '../../platform/caller';
import type { Tx } from '../../platform/database/rows';
import { containsPattern } from '../../platform/database/where';

/** Of one kind; its list shows all. */
const newest = 'ORDER BY created_at DESC, id DESC LIMIT 5';

/** Notices, FAQ, posts and shop banners by title, parts of the shop by code and name, of the kinds that the caller may read. */
export async function contentNamed(tx: Tx, caller: Caller, text: string): Promise<ContentHit[]> {
  const hits = (sql: string): Promise<ContentHit[]> =>
    tx.query<ContentHit[]>(`${sql} ${newest}`, [containsPattern(text)]);
  const found = await Promise.all([
    ...publicationKinds.map((kind) =>
      mayRead(caller, kind)
        ? hits(`SELECT '${kind}' AS kind, id, title FROM ${kind} WHERE removed_at IS NULL AND title ILIKE $1`)
        : [],
    ),
    mayRead(caller, 'shopBanner')
      ? hits(`SELECT 'shopBanner' AS kind, id, name AS title FROM shop_banner WHERE name ILIKE $1`)
      : [],
    mayRead(caller, 'parts')
      ? hits(`SELECT 'part' AS kind, id, code, name_ko AS "nameKo", name_en AS "nameEn" FROM part
              WHERE code ILIKE $1 OR name_ko ILIKE $1 OR name_en ILIKE $1`)
      : [],
  ]);
  return found.flat();
}
