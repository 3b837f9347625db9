import type { PostDetail, PostFilter, PostRow } from '@headland/contracts/post';
import { postingSelect, wherePosting } from '../../platform/database/posting';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import type { SelectedList } from '../../platform/exports/export-registry';
import { Problem } from '../../platform/problem';
import { firstImage, ownImages } from '../content-base/content-images.tx';

const columns = `p.id, p.title, p.registrant, p.created_at AS "registeredAt", p.views, ${firstImage('post', 'p')} AS "imageId"`;
type Stored<T> = Omit<T, 'registeredAt'> & { registeredAt: Date };
const shown = <T extends { registeredAt: Date }>(row: T) => ({ ...row, registeredAt: row.registeredAt.toISOString() });
const orders: Record<PostFilter['sort'], string> = {
  title: 'p.title',
  startOn: 'p.start_on',
  registeredAt: 'p.created_at',
};

export function postList(filter: PostFilter, today: string): SelectedList<Stored<PostRow>, PostRow> {
  const where = new Where({ all: true }, '')
    .and('p.removed_at IS NULL')
    .contains(filter.title, 'p.title')
    .andIf(filter.from, (p) => `p.created_at >= ${p}::timestamptz`)
    .andIf(filter.to, (p) => `p.created_at < ${p}::timestamptz`);
  // the others have no nulls, and an index in the order of the list
  const nulls = filter.sort !== 'startOn' ? '' : filter.order === 'asc' ? ' NULLS FIRST' : ' NULLS LAST';
  return {
    select: (w) => `${columns}, ${postingSelect('p', w.parameter(today))}`,
    from: 'post p',
    where: wherePosting(where, 'p', filter, today),
    order: `${orders[filter.sort]} ${filter.order}${nulls}, p.id ${filter.order}`,
    toRows: (rows) => rows.map(shown),
  };
}

export async function postDetail(tx: Tx, id: number, today: string): Promise<PostDetail> {
  const [row] = await tx.query<Stored<PostDetail>[]>(
    `SELECT ${columns}, p.version, p.content, ${postingSelect('p', '$2')}, ${ownImages('post', 'p')} AS images
     FROM post p WHERE p.id = $1 AND p.removed_at IS NULL`,
    [id, today],
  );
  if (row === undefined) throw new Problem('NOT_FOUND');
  return shown(row);
}
