import type { AppBanner } from '@headland/contracts/app-gpt-banner';
import type { GptBannerDetail, GptBannerFilter, GptBannerRow } from '@headland/contracts/gpt-banner';
import { type InfoHits, maxInfoHits } from '@headland/contracts/info-check';
import { columnsOf } from '../../platform/database/columns-of';
import { type Stored, type Tx, withTimesAsText } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import type { SelectedList } from '../../platform/exports/export-registry';
import { Problem } from '../../platform/problem';
import { GptBanner } from './gpt-banner.entity';

/** SQL of `bannerStatus` (domain/gpt-banner); `today` is a parameter: the day in the zone of the product. */
export const statusSql = (today: string): string =>
  `CASE WHEN b.suspended_at IS NOT NULL THEN 'stop' WHEN ${today}::date < b.start_on THEN 'ready' WHEN ${today}::date > b.end_on THEN 'done' ELSE 'doing' END`;

/** Banners belong to no organization: whoever may read them sees all. */
const active = (): Where => new Where({ all: true }, '').and('b.removed_at IS NULL');

const conditions = (filter: GptBannerFilter, today: string): Where => {
  const where = active()
    .contains(filter.name, 'b.name')
    .andIf(filter.from, (p) => `b.end_on >= ${p}::date`)
    .andIf(filter.to, (p) => `b.start_on <= ${p}::date`);
  return filter.status === 'all'
    ? where
    : where.andIf(filter.status, (p) => `${statusSql(where.parameter(today))} = ${p}`);
};

const sortable: Record<GptBannerFilter['sort'], (order: string) => string> = {
  name: (order) => `b.name ${order}`,
  period: (order) => `b.start_on ${order}, b.end_on ${order}`,
  registeredAt: (order) => `b.created_at ${order}`,
  suspendedAt: (order) => `b.suspended_at ${order} NULLS LAST`,
};

const own = columnsOf(GptBanner, 'b', ['id', 'version', 'name', 'startOn', 'endOn', 'imageId', 'suspendedAt']);
const columns = (today: string): string =>
  `${own}, COALESCE(b.image_alt, '') AS "imageAlt", b.created_by AS registrant, b.created_at AS "registeredAt", ${statusSql(today)} AS status`;

export const bannerList = (
  filter: GptBannerFilter,
  today: string,
): SelectedList<Stored<GptBannerRow>, GptBannerRow> => ({
  select: (where) => columns(where.parameter(today)),
  from: 'gpt_banner b',
  where: conditions(filter, today),
  order: `${sortable[filter.sort](filter.order)}, b.id ${filter.order}`,
  toRows: (rows) => rows.map(withTimesAsText),
});

/** Throws NOT_FOUND for one that is unknown or deleted. */
export async function bannerDetail(tx: Tx, id: number, today: string): Promise<GptBannerDetail> {
  const where = active().andIf(id, (p) => `b.id = ${p}`);
  const [row] = await tx.query<Stored<GptBannerDetail>[]>(
    `SELECT ${columns(where.parameter(today))}, b.url, b.content, b.suspended_by AS "suspendedBy",
       (SELECT COALESCE(sum(c.count), 0) FROM gpt_banner_click c WHERE c.banner_id = b.id)::int AS clicks
     FROM gpt_banner b WHERE ${where.sql}`,
    where.parameters,
  );
  if (row === undefined) throw new Problem('NOT_FOUND');
  return withTimesAsText(row);
}

/** For the search of the shell: by a part of the name, the newest first. */
export const bannersNamed = (tx: Tx, text: string, today: string): Promise<InfoHits['banners']> => {
  const where = active().contains(text, 'b.name');
  const status = statusSql(where.parameter(today));
  return tx.query(
    `SELECT b.id, b.name, ${status} AS status FROM gpt_banner b WHERE ${where.sql} ORDER BY b.created_at DESC, b.id DESC LIMIT ${maxInfoHits}`,
    where.parameters,
  );
};

const published = (today: string): string =>
  `b.removed_at IS NULL AND b.suspended_at IS NULL AND ${today}::date BETWEEN b.start_on AND b.end_on`;

/** What the app shows today: the newest start first. */
export const publishedBanners = (tx: Tx, today: string): Promise<AppBanner[]> =>
  tx.query(
    `SELECT b.id, b.name, b.url, COALESCE(b.image_alt, '') AS "imageAlt", b.content, b.start_on::text AS "startOn", b.end_on::text AS "endOn"
     FROM gpt_banner b WHERE ${published('$1')} ORDER BY b.start_on DESC, b.id DESC`,
    [today],
  );

/** The picture of a published banner. Throws NOT_FOUND for any other. */
export async function publishedImage(tx: Tx, id: number, today: string): Promise<string> {
  const [row] = await tx.query<{ imageId: string }[]>(
    `SELECT b.image_id AS "imageId" FROM gpt_banner b WHERE ${published('$2')} AND b.id = $1`,
    [id, today],
  );
  if (row === undefined) throw new Problem('NOT_FOUND');
  return row.imageId;
}

/** A tap, counted for its day. Throws NOT_FOUND for a banner that the app does not show. */
export async function countClick(tx: Tx, id: number, today: string): Promise<void> {
  const counted = await tx.query<unknown[]>(
    `INSERT INTO gpt_banner_click AS c (banner_id, on_day, count)
     SELECT b.id, $2::date, 1 FROM gpt_banner b WHERE ${published('$2')} AND b.id = $1
     ON CONFLICT (banner_id, on_day) DO UPDATE SET count = c.count + 1 RETURNING 1`,
    [id, today],
  );
  if (counted.length === 0) throw new Problem('NOT_FOUND');
}

/** Banners whose period has begun or ended since the last event. */
export const bannersToAnnounce = async (tx: Tx, today: string): Promise<number[]> =>
  (
    await tx.query<{ id: number }[]>(
      `SELECT b.id FROM gpt_banner b WHERE b.removed_at IS NULL AND b.suspended_at IS NULL AND b.announced <> ${statusSql('$1')} ORDER BY b.id LIMIT 500`,
      [today],
    )
  ).map((b) => b.id);
