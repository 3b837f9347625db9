import type { AppBanner, AppCategory, AppPart } from '@headland/contracts/app-shop';
import { mustOwn } from '../../ownership/owner-transfer/own-time.reads';
import type { ConsumableOffers } from '../../ownership/owner-transfer/consumable-offers.tx';
import type { AppCaller } from '../../platform/caller';
import { visibleSql } from '../../platform/database/posting';
import type { Tx } from '../../platform/database/rows';
import { ownImages } from '../content-base/content-images.tx';
import { fitsSql } from '../shop-base/shop-entry.reads';

interface For {
  caller: AppCaller;
  vehicleId?: number | undefined;
}
const nameIn = (alias: string, { language }: Pick<AppCaller, 'language'>): string =>
  `${alias}.${language === 'ko' ? 'name_ko' : 'name_en'} AS name`;

/** Ids of the models of one machine, or of all own ones. Throws NOT_FOUND for a machine of somebody else. */
async function modelsFor(tx: Tx, { caller, vehicleId }: For): Promise<number[]> {
  if (vehicleId !== undefined) await mustOwn(tx, vehicleId, caller);
  const rows = await tx.query<{ id: number }[]>(
    'SELECT DISTINCT model_id AS id FROM vehicle WHERE customer_id = $1 AND ($2::int IS NULL OR id = $2)',
    [caller.customerId, vehicleId ?? null],
  );
  return rows.map((row) => row.id);
}

/** A part is in the shop while it and its category are shown and both are for the model. */
const partInShop = (models: string): string =>
  `p.display = 'shown' AND ${fitsSql('p', models)} AND c.display = 'shown' AND ${fitsSql('c', models)}`;

export async function appCategories(tx: Tx, of: For): Promise<AppCategory[]> {
  return tx.query<AppCategory[]>(
    `SELECT c.id, c.key, ${nameIn('c', of.caller)}, c.url, ${ownImages('category', 'c')}->0 AS image,
       (SELECT count(*)::int FROM part p WHERE p.category_id = c.id AND ${partInShop('$1')}) AS parts
     FROM shop_category c WHERE c.display = 'shown' AND ${fitsSql('c', '$1')} ORDER BY c.display_order`,
    [await modelsFor(tx, of)],
  );
}

export async function appParts(
  tx: Tx,
  categoryId: number,
  { page, size, ...of }: For & { page: number; size: number },
): Promise<{ rows: AppPart[]; total: number }> {
  const parameters = [await modelsFor(tx, of), categoryId];
  const from = `part p JOIN shop_category c ON c.id = p.category_id WHERE p.category_id = $2 AND ${partInShop('$1')}`;
  const [count] = await tx.query<{ total: number }[]>(`SELECT count(*)::int AS total FROM ${from}`, parameters);
  const rows = await tx.query<AppPart[]>(
    `SELECT p.id, p.code, ${nameIn('p', of.caller)}, p.price, p.description, p.url, ${ownImages('part', 'p')} AS images
     FROM ${from} ORDER BY p.display_order LIMIT ${size} OFFSET ${(page - 1) * size}`,
    parameters,
  );
  return { rows, total: count?.total ?? 0 };
}

export async function appBanners(tx: Tx, today: string, of: For): Promise<AppBanner[]> {
  return tx.query<AppBanner[]>(
    `SELECT b.id, b.name, ${ownImages('shopBanner', 'b')}->0 AS image FROM shop_banner b
     WHERE ${visibleSql('b', '$2')} AND ${fitsSql('b', '$1')} ORDER BY b.display_order`,
    [await modelsFor(tx, of), today],
  );
}

/** Adds the parts that are linked to a consumable of the vehicle by the name of the item. */
export async function offerParts(
  tx: Tx,
  { vehicleId, language, offers }: { vehicleId: number; language: 'ko' | 'en'; offers: ConsumableOffers },
): Promise<void> {
  const rows = await tx.query<
    { item: string; partId: number; code: string; name: string; price: number; url: string }[]
  >(
    `SELECT p.item, p.id AS "partId", p.code, ${nameIn('p', { language })}, p.price, p.url
     FROM vehicle v CROSS JOIN LATERAL (SELECT ARRAY[v.model_id] AS ids) m
       JOIN part p ON p.item IN (SELECT i.name FROM consumable_item i WHERE i.model_id = v.model_id AND i.ended_at IS NULL)
       JOIN shop_category c ON c.id = p.category_id
     WHERE v.id = $1 AND ${partInShop('m.ids')} ORDER BY c.display_order, p.display_order`,
    [vehicleId],
  );
  for (const { item, ...offer } of rows) offers.set(item, [...(offers.get(item) ?? []), offer]);
}
