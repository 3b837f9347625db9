import type { NoticeDetail, NoticeFilter, NoticePush, NoticeRow } from '@headland/contracts/notice';
import { postingSelect, wherePosting } from '../../platform/database/posting';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import type { SelectedList } from '../../platform/exports/export-registry';
import { Problem } from '../../platform/problem';
import { countOfImages, ownImages } from '../content-base/content-images.tx';
import { pushResult } from './notice-push.reads';

/** Notices belong to the product, not to an organization: whoever may read them reads all. */
const everywhere = { all: true } as const;
const columns = 'n.id, n.type, n.target, n.os, n.title, n.registrant, n.created_at AS "registeredAt", n.views';
type Stored<T extends { registeredAt: string }> = Omit<T, 'registeredAt'> & { registeredAt: Date };
const orders: Record<NoticeFilter['sort'], string> = {
  title: 'n.title',
  startOn: 'n.start_on',
  registeredAt: 'n.created_at',
};

export function noticeList(filter: NoticeFilter, today: string): SelectedList<Stored<NoticeRow>, NoticeRow> {
  const where = new Where(everywhere, '')
    .and('n.removed_at IS NULL')
    .contains(filter.title, 'n.title')
    .andIf(filter.type, (p) => `n.type = ${p}`)
    .andIf(filter.target, (p) => `n.target = ${p}`)
    .andIf(filter.os, (p) => `n.os = ${p}`)
    .andIf(filter.from, (p) => `n.created_at >= ${p}::timestamptz`)
    .andIf(filter.to, (p) => `n.created_at < ${p}::timestamptz`);
  // the others have no nulls, and an index in the order of the list
  const nulls = filter.sort !== 'startOn' ? '' : filter.order === 'asc' ? ' NULLS FIRST' : ' NULLS LAST';
  return {
    select: (w) => `${columns}, ${postingSelect('n', w.parameter(today))}, ${countOfImages('notice', 'n')} AS images`,
    from: 'notice n',
    where: wherePosting(where, 'n', filter, today),
    order: `${orders[filter.sort]} ${filter.order}${nulls}, n.id ${filter.order}`,
    toRows: (rows) => rows.map((row) => ({ ...row, registeredAt: row.registeredAt.toISOString() })),
  };
}

interface DetailRow extends Stored<Omit<NoticeDetail, 'push'>> {
  push_state: NoticePush['state'];
  push_at: Date | null;
  push_no_device: number;
}
export async function noticeDetail(tx: Tx, id: number, today: string): Promise<NoticeDetail> {
  const [row] = await tx.query<DetailRow[]>(
    `SELECT n.version, n.content, n.push_state, n.push_at, n.push_no_device, ${columns}, ${postingSelect('n', '$2')}, ${ownImages('notice', 'n')} AS images
     FROM notice n WHERE n.id = $1 AND n.removed_at IS NULL`,
    [id, today],
  );
  if (row === undefined) throw new Problem('NOT_FOUND');
  const { push_state: state, push_at: at, push_no_device: noDevice, ...notice } = row;
  const push = { state, at: at?.toISOString() ?? null, noDevice, ...(await pushResult(tx, id, state)) };
  return { ...notice, registeredAt: notice.registeredAt.toISOString(), push };
}
