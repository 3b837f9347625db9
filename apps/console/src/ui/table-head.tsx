import { ArrowDown, ArrowUp } from 'lucide-react';
import { useI18n } from '../lib/i18n';
import { ColumnEdge } from './column-edge';
import type { Column, Selection, TableProps } from './table-props';

interface HeadProps<R> extends Pick<TableProps<R>, 'onWidth'> {
  column: Column<R>;
  /** what the others leave of the table's width; without such a column a chosen width would be stretched with the rest */
  takesRest: boolean;
  sticks: boolean;
  sort: TableProps<R>['sort'];
  onSort: TableProps<R>['onSort'];
  width: number | undefined;
  onDraw: (drawn: { key: string; px: number } | null) => void;
}
/** The head of one column: sorts by it, and gives it another width. */
export function ColumnHead<R>({
  column: { key, title, sort: by, align, width: usual },
  takesRest,
  sticks,
  sort,
  onSort,
  width,
  onWidth,
  onDraw,
}: HeadProps<R>) {
  const { t } = useI18n();
  const active = by !== undefined && sort?.by === by;
  const chosen = width !== undefined;
  const own = chosen ? `${width}px` : usual;
  const style =
    own === undefined
      ? undefined
      : { minWidth: own, ...(takesRest ? {} : { width: own }), ...(chosen && !takesRest ? { maxWidth: own } : {}) };
  return (
    <th
      scope="col"
      data-align={align}
      data-set={chosen || undefined}
      data-sticks={sticks || undefined}
      style={style}
      aria-sort={active ? (sort?.order === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      {by !== undefined && onSort ? (
        <button
          type="button"
          title={t('common.sortBy', { column: title })}
          onClick={() => onSort(by, active && sort?.order === 'asc' ? 'desc' : 'asc')}
        >
          {title}
          {active && (sort?.order === 'asc' ? <ArrowUp size={12} aria-hidden /> : <ArrowDown size={12} aria-hidden />)}
        </button>
      ) : title === '' ? (
        // a column of buttons has a name for those who do not see it
        <span className="sr">{t('table.actions')}</span>
      ) : (
        title
      )}
      {onWidth && title !== '' && (
        <ColumnEdge
          title={title}
          width={width}
          onDraw={(px) => onDraw({ key, px })}
          onWidth={(px) => {
            onDraw(null);
            onWidth(key, px);
          }}
        />
      )}
    </th>
  );
}

/** The box over the boxes: all rows of the page, or none. */
export function PageBox<R>({
  rows,
  idOf,
  selection: { ids, pick },
}: Pick<TableProps<R>, 'rows' | 'idOf'> & { selection: Selection<R> }) {
  const { t } = useI18n();
  const ticked = rows.filter((r) => ids.has(idOf(r))).length;
  const all = rows.length > 0 && ticked === rows.length;
  return (
    <label>
      <input
        type="checkbox"
        aria-label={t('table.selectPage')}
        ref={(box) => {
          if (box) box.indeterminate = ticked > 0 && !all;
        }}
        checked={all}
        onChange={() => pick(rows, !all)}
      />
    </label>
  );
}
