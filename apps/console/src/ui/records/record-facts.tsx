import type { ListColumn } from '@headland/i18n/columns/list-column';
import type { ReactNode } from 'react';
import { useListColumns } from '../list-columns';
import { Facts } from '../panel';

interface Props<R, K extends string> {
  /** those of the list that the record is of */
  columns: readonly ListColumn<R, K>[];
  record: R;
  /** those that are shown, in this order; default: all */
  fields?: readonly K[];
  /** values that are shown in another way than in the list */
  own?: { [N in K]?: ReactNode };
  /** of those that show more than their column: a period where the column has its first day */
  titles?: { [N in K]?: string };
}
/** What a record is, field by field, with the titles and the values that the columns of its list have. */
export function RecordFacts<R, K extends string>({ columns, record, fields, own = {}, titles = {} }: Props<R, K>) {
  const all = useListColumns(columns);
  const shown = fields ?? (Object.keys(all) as K[]);
  return <Facts rows={shown.map((key) => [titles[key] ?? all[key].title, own[key] ?? all[key].cell(record)])} />;
}
