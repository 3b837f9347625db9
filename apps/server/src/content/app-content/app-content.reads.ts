import type { AppFaq, AppFaqRow, AppNotice, AppNoticeRow, AppPost, AppPostRow } from '@headland/contracts/app-content';
import type { FaqCategory } from '@headland/contracts/faq';
import type { NoticeTarget, OsType } from '@headland/contracts/notice';
import { isNewNotice } from '@headland/domain/notice';
import { visibleSql } from '../../platform/database/posting';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import { pageOf } from '../../platform/exports/export-registry';
import { Problem } from '../../platform/problem';
import { ownImages } from '../content-base/content-images.tx';
import { categoryRank } from '../faqs/faq.reads';

/** What the app shows: published content alone, whoever asks. A day is that of the product's zone. */
export interface Today {
  today: string;
  zone: string;
}
const everybody = { all: true } as const;
interface Paging {
  page: number;
  size: number;
}

/** First day of the posting, else the day of the registration. */
const dateSql = (alias: string, zone: string): string =>
  `COALESCE(${alias}.start_on, (${alias}.created_at AT TIME ZONE ${zone})::date)`;

type NoticeRow = Omit<AppNoticeRow, 'isNew'>;
const withNew = <T extends NoticeRow>(row: T, { today }: Today): T & { isNew: boolean } => ({
  ...row,
  isNew: isNewNotice(row.date, today),
});

export function appNotices(
  tx: Tx,
  { target, os, ...paging }: { target: NoticeTarget; os?: Exclude<OsType, 'all'> | undefined } & Paging,
  day: Today,
): Promise<{ rows: AppNoticeRow[]; total: number }> {
  const where = new Where(everybody, '').and('n.removed_at IS NULL').andIf(target, (p) => `n.target = ${p}`);
  where.andIf(os, (p) => `n.os IN ('all', ${p})`).and(visibleSql('n', where.parameter(day.today)));
  return pageOf<NoticeRow, AppNoticeRow>(
    tx,
    {
      select: (w) => `n.id, n.type, n.title, ${dateSql('n', w.parameter(day.zone))}::text AS date`,
      from: 'notice n',
      where,
      order: 'date DESC, n.id DESC',
      toRows: (rows) => rows.map((row) => withNew(row, day)),
    },
    paging,
  );
}

export async function appNotice(tx: Tx, id: number, day: Today): Promise<AppNotice> {
  const [row] = await tx.query<Omit<AppNotice, 'isNew'>[]>(
    `SELECT n.id, n.type, n.title, n.content, ${dateSql('n', '$3')}::text AS date, ${ownImages('notice', 'n')} AS images
     FROM notice n WHERE n.id = $1 AND n.removed_at IS NULL AND ${visibleSql('n', '$2')}`,
    [id, day.today, day.zone],
  );
  if (row === undefined) throw new Problem('NOT_FOUND');
  return withNew(row, day);
}

const shownFaq = "f.removed_at IS NULL AND f.display = 'shown'";
const faqColumns = 'f.id, f.category, f.title';

export const appFaqs = (
  tx: Tx,
  { category, text, ...paging }: { category?: FaqCategory | undefined; text?: string | undefined } & Paging,
): Promise<{ rows: AppFaqRow[]; total: number }> =>
  pageOf<AppFaqRow, AppFaqRow>(
    tx,
    {
      select: faqColumns,
      from: 'faq f',
      where: new Where(everybody, '')
        .and(shownFaq)
        .andIf(category, (p) => `f.category = ${p}`)
        .contains(text, 'f.title', 'f.content_text'),
      order: `${categoryRank}, f.display_order`,
      toRows: (rows) => rows,
    },
    paging,
  );

/** Related are those that follow it in its category, and after the last the first. */
export async function appFaq(tx: Tx, id: number): Promise<AppFaq> {
  const [row] = await tx.query<(Omit<AppFaq, 'related'> & { place: number })[]>(
    `SELECT ${faqColumns}, f.content, f.display_order AS place FROM faq f WHERE f.id = $1 AND ${shownFaq}`,
    [id],
  );
  if (row === undefined) throw new Problem('NOT_FOUND');
  const { place, ...faq } = row;
  const related = await tx.query<AppFaqRow[]>(
    `SELECT ${faqColumns} FROM faq f WHERE f.category = $1 AND f.id <> $2 AND ${shownFaq} ORDER BY f.display_order < $3, f.display_order LIMIT 3`,
    [row.category, id, place],
  );
  return { ...faq, related };
}

export function appPosts(tx: Tx, paging: Paging, day: Today): Promise<{ rows: AppPostRow[]; total: number }> {
  const where = new Where(everybody, '').and('p.removed_at IS NULL');
  where.and(visibleSql('p', where.parameter(day.today)));
  return pageOf<AppPostRow, AppPostRow>(
    tx,
    {
      select: (w) =>
        `p.id, p.title, ${dateSql('p', w.parameter(day.zone))}::text AS date, ${ownImages('post', 'p')}->0 AS image`,
      from: 'post p',
      key: 'p.id',
      where,
      order: (w) => `${dateSql('p', w.parameter(day.zone))} DESC, p.id DESC`,
      toRows: (rows) => rows,
    },
    paging,
  );
}

export async function appPost(tx: Tx, id: number, day: Today): Promise<AppPost> {
  const [row] = await tx.query<AppPost[]>(
    `SELECT p.id, p.title, p.content, ${dateSql('p', '$3')}::text AS date, ${ownImages('post', 'p')} AS images
     FROM post p WHERE p.id = $1 AND p.removed_at IS NULL AND ${visibleSql('p', '$2')}`,
    [id, day.today, day.zone],
  );
  if (row === undefined) throw new Problem('NOT_FOUND');
  return row;
}
