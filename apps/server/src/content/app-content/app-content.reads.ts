import type { AppNotice, AppNoticeRow } from '@headland/contracts/app-content';
import type { NoticeTarget, OsType } from '@headland/contracts/notice';
import { isNewNotice } from '@headland/domain/notice';
import { visibleSql } from '../../platform/database/posting';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import { pageOf } from '../../platform/exports/export-registry';
import { Problem } from '../../platform/problem';
import { ownImages } from '../content-base/content-images.tx';

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
