import type { DataSource } from 'typeorm';
import { dayOf, plusDays } from '@headland/domain/zone-day';
import type { Config } from '../platform/config';
import { FileStore } from '../platform/files/file-store';
import { attachPictures, insertRow } from './demo-content-rows';
import { fieldScene, storePicture } from './demo-pictures';
import { productPicture, productSide } from './demo-product-pictures';
import { demoBanners, demoCategories, type DemoModels } from './demo-shop-texts';

const dayMs = 86_400_000;
const registeredDaysAgo = 140;

/** The shop of the app: categories with their parts, and banners with how often they were opened. */
export async function addShop(database: DataSource, config: Config, now: Date): Promise<void> {
  const files = new FileStore(database, config);
  const [registrant] = await database.query<{ name: string }[]>(
    "SELECT name FROM user_account WHERE group_type = 'DAEDONG' AND role = 'ADMIN' ORDER BY id LIMIT 1",
  );
  const by = registrant?.name ?? 'demo';
  const at = new Date(now.getTime() - registeredDaysAgo * dayMs);
  const modelIds = await modelsByMachine(database);
  const shared = { registered_by: by, created_at: at };
  const picture = (name: string, svg: string): Promise<string> =>
    storePicture(files, { name: `${name}.png`, svg, width: productSide, height: productSide });

  for (const [i, { key, ko, en, tint, shown, parts }] of demoCategories.entries()) {
    const cover = await picture(key, productPicture(parts[0]?.drawn ?? 'can', tint, key));
    const drawn = await Promise.all(
      parts.map((part) => picture(part.code, productPicture(part.drawn, tint, part.code))),
    );
    await database.transaction(async (tx) => {
      const categoryId = await insertRow(tx, 'shop_category', {
        ...{ key, name_ko: ko, name_en: en, url: `${config.SHOP_HOST}/categories/${key}` },
        ...{ display_order: i + 1, display: shown ? 'shown' : 'hidden', ...shared },
      });
      await attachPictures(tx, { kind: 'category', id: categoryId }, [cover], ko);
      for (const [place, part] of parts.entries()) {
        const id = await insertRow(tx, 'part', {
          ...{ category_id: categoryId, code: part.code, name_ko: part.ko, name_en: part.en, price: part.price },
          ...{ description: part.about ?? '', url: `${config.SHOP_HOST}/parts/${part.code}`, item: part.item ?? null },
          ...{ model_ids: modelIds(part.models), display_order: place + 1, display: part.hidden ? 'hidden' : 'shown' },
          ...shared,
        });
        await attachPictures(tx, { kind: 'part', id }, drawn.slice(place, place + 1), part.ko);
      }
    });
  }
  await addBanners(database, files, config, { now, by });
  await fitPartsOfThePast(database);
}

async function addBanners(
  database: DataSource,
  files: FileStore,
  config: Config,
  { now, by }: { now: Date; by: string },
): Promise<void> {
  const today = dayOf(now.getTime(), config.PRODUCT_TIME_ZONE);
  for (const [i, { name, path, days, shown, scene }] of demoBanners.entries()) {
    const picture = await storePicture(files, { name: `${name}.png`, ...fieldScene(scene) });
    const [startOn, endOn] = days === undefined ? [null, null] : days.map((n) => plusDays(today, n));
    await database.transaction(async (tx) => {
      const id = await insertRow(tx, 'shop_banner', {
        ...{ name, url: `${config.SHOP_HOST}${path}`, start_on: startOn, end_on: endOn, display_order: i + 1 },
        ...{ display: shown ? 'shown' : 'hidden', registered_by: by },
        created_at: new Date(now.getTime() + (Math.min(days?.[0] ?? -60, 0) - 2) * dayMs),
      });
      await attachPictures(tx, { kind: 'shopBanner', id }, [picture], name);
      await tx.query(
        `INSERT INTO shop_banner_clicks (banner_id, day, clicks)
         SELECT $1, d::date, 4 + abs(hashint4($1 * 31 + d::date - date '2020-01-01')) % 60
         FROM generate_series(COALESCE($2::date, $4::date - 60), LEAST(COALESCE($3::date, $4::date), $4::date), '1 day') d WHERE $5`,
        [id, startOn, endOn, today, shown],
      );
    });
  }
}

/** Parts that were fitted before are those of the shop, where it has one for the item. */
const fitPartsOfThePast = (database: DataSource): Promise<unknown> =>
  database.query(
    `UPDATE consumable_cycle c SET part_code = p.code FROM consumable_item i JOIN part p ON p.item = i.name
     WHERE i.id = c.item_id AND c.part_code IS NOT NULL`,
  );

async function modelsByMachine(database: DataSource): Promise<(of: DemoModels | undefined) => number[]> {
  const rows = await database.query<{ id: number; name: string }[]>('SELECT id, name FROM model ORDER BY id');
  return (of) => (of === undefined ? [] : rows.filter(({ name }) => name.startsWith(of)).map(({ id }) => id));
}
