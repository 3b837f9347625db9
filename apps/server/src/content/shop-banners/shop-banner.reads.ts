import type { ShopBannerDetail, ShopBannerFilter, ShopBannerRow } from '@headland/contracts/shop-banner';
import { plusDays } from '@headland/domain/zone-day';
import { columnsOf } from '../../platform/database/columns-of';
import { postingSelect, wherePosting } from '../../platform/database/posting';
import { type Stored, type Tx, withTimesAsText } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import type { SelectedList } from '../../platform/exports/export-registry';
import { Problem } from '../../platform/problem';
import { imagesOf } from '../content-base/content-images.tx';
import { coverSql, modelsSql } from '../shop-base/shop-entry.reads';
import { ShopBanner } from './shop-banner.entity';

const select = (where: Where, today: string): string =>
  `${columnsOf(ShopBanner, 'b', ['id', 'version', 'name', 'url', 'displayOrder', 'registeredBy'])}, ${postingSelect('b', where.parameter(today))},
   ${coverSql('shopBanner', 'b')} AS cover, ${modelsSql('b')} AS models, b.created_at AS "registeredAt"`;

const sortable: Record<ShopBannerFilter['sort'], string> = {
  displayOrder: 'b.display_order',
  name: 'b.name',
  // without limit: since ever
  startOn: "COALESCE(b.start_on, '-infinity')",
  registeredAt: 'b.created_at',
};

export const shopBannerList = (
  filter: ShopBannerFilter,
  today: string,
): SelectedList<Stored<ShopBannerRow>, ShopBannerRow> => ({
  select: (where) => select(where, today),
  from: 'shop_banner b',
  key: 'b.id',
  where: wherePosting(new Where({ all: true }, '').contains(filter.name, 'b.name'), 'b', filter, today),
  order: `${sortable[filter.sort]} ${filter.order}, b.id ${filter.order}`,
  toRows: (rows) => rows.map(withTimesAsText),
});

export async function shopBannerDetail(tx: Tx, id: number, today: string): Promise<ShopBannerDetail> {
  const where = new Where({ all: true }, '').andIf(id, (p) => `b.id = ${p}`);
  const conditions = where.sql;
  const [row] = await tx.query<Stored<ShopBannerRow>[]>(
    `SELECT ${select(where, today)} FROM shop_banner b WHERE ${conditions}`,
    where.parameters,
  );
  if (row === undefined) throw new Problem('NOT_FOUND');
  return {
    ...withTimesAsText(row),
    images: await imagesOf(tx, 'shopBanner', id),
    clicks: await clicksOf(tx, id, today),
  };
}

async function clicksOf(tx: Tx, id: number, today: string): Promise<ShopBannerDetail['clicks']> {
  const [row] = await tx.query<ShopBannerDetail['clicks'][]>(
    `SELECT COALESCE(sum(clicks), 0)::int AS total, COALESCE(sum(clicks) FILTER (WHERE day >= $2::date), 0)::int AS week
     FROM shop_banner_clicks WHERE banner_id = $1`,
    [id, plusDays(today, -6)],
  );
  return row ?? { total: 0, week: 0 };
}
