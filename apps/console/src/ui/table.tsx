import { chakra } from '@chakra-ui/react';
import type { Page } from '@headland/contracts/endpoint';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useWords } from '../lib/text';
import { useStored } from '../session/store';
import { ColumnEdge } from './column-edge';
import { useChanged } from './use-changed';
import type { Widths } from './use-layout';

export interface Column<R> {
  /** also the column's name in the workbook (`exports/export-registry.ts`) */
  key: string;
  title: string;
  cell: (row: R) => ReactNode;
  /** the list's sort name; without it the column cannot be sorted */
  sort?: string;
  align?: 'right' | 'center';
  /** until somebody draws its edge */
  width?: string;
  /** not shown until somebody chooses it */
  hidden?: true;
  /** names the row: it is always shown and stays in sight while a phone scrolls sideways. Without it the first column does */
  identity?: true;
  /** gives way while a panel stands beside the list */
  yields?: true;
  /** its columns of the workbook, where they are not the one of its key; [] for none */
  exports?: readonly string[];
}
export type RowMark = 'overdue' | 'raised' | 'quiet';
export interface Selection<R> {
  ids: ReadonlySet<number>;
  pick: (rows: readonly R[], on: boolean) => void;
}
export interface TableProps<R> {
  label: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  idOf: (row: R) => number;
  selectedId?: number | null;
  onOpen?: (row: R) => void;
  /** a row's own page: a click with Ctrl, or with the middle button, opens it in another tab */
  hrefOf?: ((row: R) => string) | undefined;
  sort?: { by: string; order: 'asc' | 'desc' };
  onSort?: (by: string, order: 'asc' | 'desc') => void;
  mark?: (row: R) => RowMark | undefined;
  /** a row whose signature differs from the last one is marked for two seconds; without it no row is */
  signature?: (row: R) => string | number;
  /** below the rows, inside the scroll: an empty state, a note */
  after?: ReactNode;
  /** J and K move the row as well as the arrows (queues) */
  vi?: boolean;
  /** which rows of how many these are: gives the first column `no`, which counts down from the total. `exact: false`: nobody knows the total */
  place?: Page & { exact: boolean };
  /** without the column `no`, where the rows have numbers of their own or a phone has no room */
  unnumbered?: boolean;
  /** rows can be ticked: a column of boxes, Space, Shift for a range */
  selection?: Selection<R> | undefined;
  /** widths that somebody chose, in px; with `onWidth` the edges of the headers can be drawn */
  widths?: Widths;
  onWidth?: ((key: string, px: number | null) => void) | undefined;
  /** what is shown is not of now: greyed */
  stale?: boolean;
  /** others are on their way */
  busy?: boolean;
}

/**
 * Rows of a list: the header stays, columns scroll sideways, the focused row moves with the arrow keys, opens with Enter and is ticked with Space.
 * Cells are plain elements and the look hangs on the table: a hundred rows of styled components would cost more than their data.
 */
export function Table<R>(props: TableProps<R>) {
  const { label, columns, rows, idOf, selectedId = null, onOpen, hrefOf, mark, signature, after, place, selection, stale = false, busy = false } = props;
  const { t, number } = useWords();
  const [compact] = useStored('compact');
  const scroll = useRef<HTMLDivElement>(null);
  const changed = useChanged(rows, idOf, signature);
  const { keys, pickOne } = useRowKeys(props);
  // an edge that is being drawn: kept by nobody until it is let go
  const [drawn, setDrawn] = useState<{ key: string; px: number } | null>(null);
  const widths = useMemo(() => ({ ...props.widths, ...(drawn ? { [drawn.key]: drawn.px } : {}) }), [props.widths, drawn]);
  useEffect(() => {
    if (selectedId !== null) scroll.current?.querySelector(`[data-row="${selectedId}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [selectedId]);

  const tabStop = rows.some((r) => idOf(r) === selectedId) ? selectedId : rows[0] ? idOf(rows[0]) : null;
  const before = place ? (place.number - 1) * place.size : 0;
  const chosen = columns.some((c) => widths[c.key] !== undefined);
  const numbered = place !== undefined && props.unnumbered !== true;
  const numberOf = (index: number): string => (place?.exact ? number(place.total - before - index) : '–');
  // where there is next to nothing to scroll to, nothing need stay in sight
  const sticks = columns.length > 3 ? identityOf(columns)?.key : undefined;
  const styleOf = (key: string): { maxWidth: number } | undefined => (widths[key] === undefined ? undefined : { maxWidth: widths[key] });

  return (
    <chakra.div ref={scroll} flex="1" minH="0" overflow="auto" bg="surface" display="flex" flexDirection="column">
      <chakra.table
        css={tableCss}
        data-compact={compact || undefined}
        data-stale={stale || undefined}
        aria-label={label}
        aria-busy={busy || undefined}
        aria-rowcount={place && (place.exact ? place.total + 1 : -1)}
      >
        <thead onKeyDown={(e) => e.key === 'ArrowDown' && !e.defaultPrevented && focusRow(e, tabStop)}>
          <tr aria-rowindex={place && 1}>
            {selection && (
              <th scope="col" data-box>
                <PageBox rows={rows} idOf={idOf} selection={selection} />
              </th>
            )}
            {numbered && (
              <th scope="col" data-no>
                {t('common.no')}
              </th>
            )}
            {columns.map((c, i) => (
              <Head
                key={c.key}
                column={c}
                takesRest={chosen && i === columns.length - 1}
                sticks={c.key === sticks}
                sort={props.sort}
                onSort={props.onSort}
                width={widths[c.key]}
                onWidth={props.onWidth}
                onDraw={setDrawn}
              />
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={keys}>
          {rows.map((row, index) => {
            const id = idOf(row);
            const ticked = selection?.ids.has(id);
            return (
              <tr
                key={id}
                data-row={id}
                tabIndex={id === tabStop ? 0 : -1}
                aria-rowindex={place && before + index + 2}
                aria-selected={onOpen ? id === selectedId : undefined}
                data-ticked={ticked || undefined}
                data-mark={mark?.(row)}
                data-changed={changed.get(id)}
                onClick={onOpen && ((e) => openUnless(e, () => (hrefOf && (e.ctrlKey || e.metaKey) ? openTab(hrefOf(row)) : onOpen(row))))}
                onAuxClick={hrefOf && ((e) => e.button === 1 && openUnless(e, () => openTab(hrefOf(row))))}
              >
                {selection && (
                  <td data-box>
                    <label>
                      <input
                        type="checkbox"
                        // the row has the focus and Space
                        tabIndex={-1}
                        aria-label={t('table.selectRow', { n: place?.exact ? numberOf(index) : before + index + 1 })}
                        checked={ticked === true}
                        onChange={(e) => pickOne(row, (e.nativeEvent as unknown as { shiftKey?: boolean }).shiftKey === true)}
                      />
                    </label>
                  </td>
                )}
                {numbered && (
                  <td data-no className="num">
                    {numberOf(index)}
                  </td>
                )}
                {columns.map((c) => (
                  <td
                    key={c.key}
                    data-align={c.align}
                    data-set={widths[c.key] === undefined ? undefined : true}
                    data-sticks={c.key === sticks || undefined}
                    style={styleOf(c.key)}
                  >
                    {c.cell(row)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </chakra.table>
      {after}
    </chakra.div>
  );
}

/** The column that names a row. */
export const identityOf = <R,>(columns: readonly Column<R>[]): Column<R> | undefined => columns.find((c) => c.identity) ?? columns[0];

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
function Head<R>({ column: { key, title, sort: by, align, width: usual }, takesRest, sticks, sort, onSort, width, onWidth, onDraw }: HeadProps<R>) {
  const { t } = useWords();
  const active = by !== undefined && sort?.by === by;
  const chosen = width !== undefined;
  const own = chosen ? `${width}px` : usual;
  const style = own === undefined ? undefined : { minWidth: own, ...(takesRest ? {} : { width: own }), ...(chosen && !takesRest ? { maxWidth: own } : {}) };
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
        <button type="button" title={t('common.sortBy', { column: title })} onClick={() => onSort(by, active && sort?.order === 'asc' ? 'desc' : 'asc')}>
          {title}
          {active && (sort?.order === 'asc' ? <ArrowUp size={12} aria-hidden /> : <ArrowDown size={12} aria-hidden />)}
        </button>
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
function PageBox<R>({ rows, idOf, selection: { ids, pick } }: Pick<TableProps<R>, 'rows' | 'idOf'> & { selection: Selection<R> }) {
  const { t } = useWords();
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

/** What the keys do at a row, and what Shift adds: the rows from the last one that was ticked. */
function useRowKeys<R>({ rows, idOf, onOpen, vi = false, selection }: TableProps<R>) {
  const anchor = useRef<number | null>(null);
  const indexOf = (id: number | null): number => rows.findIndex((r) => idOf(r) === id);
  const pickOne = (row: R, range: boolean): void => {
    if (!selection) return;
    const [from, to] = [indexOf(anchor.current), indexOf(idOf(row))];
    if (range && from >= 0) selection.pick(rows.slice(Math.min(from, to), Math.max(from, to) + 1), true);
    else {
      selection.pick([row], !selection.ids.has(idOf(row)));
      anchor.current = idOf(row);
    }
  };
  const keys = (event: KeyboardEvent<HTMLTableSectionElement>): void => {
    const at = (event.target as HTMLElement).closest<HTMLElement>('[data-row]');
    if (!at || event.target !== at || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rows.find((r) => String(idOf(r)) === at.dataset.row);
    if (!row) return;
    const step = event.key === 'ArrowDown' || (vi && event.key === 'j') ? 1 : event.key === 'ArrowUp' || (vi && event.key === 'k') ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      const next = step > 0 ? at.nextElementSibling : at.previousElementSibling;
      if (!(next instanceof HTMLElement)) return;
      next.focus();
      const there = rows[indexOf(idOf(row)) + step];
      if (event.shiftKey && selection && there) {
        if (indexOf(anchor.current) < 0) anchor.current = idOf(row);
        selection.pick([row, there], true);
      }
    } else if (event.key === ' ' && selection) {
      event.preventDefault();
      pickOne(row, event.shiftKey);
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onOpen?.(row);
    }
  };
  return { keys, pickOne };
}

/** From the head down into the rows, past the other heads. */
function focusRow(event: KeyboardEvent, id: number | null): void {
  const row = event.currentTarget.parentElement?.querySelector<HTMLElement>(`[data-row="${id}"]`);
  if (!row) return;
  event.preventDefault();
  row.focus();
}

const openTab = (href: string): void => void window.open(href, '_blank', 'noopener');

/** A click on a button or link in a row, or the end of a text selection, does not open the row. */
function openUnless({ target }: MouseEvent, open: () => void): void {
  if (target instanceof Element && target.closest('a,button,input,label,select')) return;
  if (getSelection()?.toString()) return;
  open();
}

const tableCss = {
  width: '100%',
  '& th': {
    font: '500 12px/16px var(--font)',
    color: 'var(--ink-3)',
    textAlign: 'left',
    height: '32px',
    padding: '0 8px',
    borderBottom: '1px solid var(--line)',
    background: 'var(--sunken)',
    whiteSpace: 'nowrap',
    position: 'sticky',
    top: 0,
    zIndex: 1,
  },
  '& th button': { font: 'inherit', display: 'inline-flex', alignItems: 'center', gap: '3px', height: '32px', '&:hover': { color: 'var(--ink)' } },
  '& thead tr:hover [role=separator]::after': { background: 'var(--line-strong)' },
  '& th[aria-sort] button': { color: 'var(--ink)', fontWeight: 600 },
  '& th[data-set]': { overflow: 'hidden', textOverflow: 'ellipsis' },
  '& td': {
    height: 'var(--h-row)',
    padding: '0 8px',
    borderBottom: '1px solid var(--line)',
    whiteSpace: 'nowrap',
    maxWidth: '320px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  // where somebody gave a column its width, the cell has it, not what the screen thought of
  '& td[data-set] > *': { maxWidth: '100% !important' },
  '&[data-compact] td': { height: 'var(--h-row-compact)', fontSize: '13px' },
  '& th:first-of-type, & td:first-of-type': { paddingLeft: '16px' },
  '& [data-align=right], & [data-no]': { textAlign: 'right' },
  '& [data-align=center]': { textAlign: 'center' },
  '& th[data-align=right] button': { flexDirection: 'row-reverse' },
  '& [data-no]': { width: '56px', minWidth: '56px' },
  '& td[data-no]': { color: 'var(--ink-3)' },
  '& [data-box]': { width: '40px', minWidth: '40px', padding: '0 !important' },
  '& [data-box] label': { display: 'grid', placeItems: 'center', width: '40px', height: '32px', cursor: 'pointer' },
  '& [data-box] input': { width: '16px', height: '16px', accentColor: 'var(--accent)', cursor: 'pointer' },
  '& tbody tr[aria-selected]': { cursor: 'pointer' },
  '& tbody tr[aria-selected]:hover td': { background: 'var(--hover)' },
  '& tr[data-mark=quiet] td': { color: 'var(--ink-3)' },
  '& tr[data-mark=overdue] td, & tr[data-mark=raised] td': { background: 'var(--now-soft)' },
  '& tr[data-mark=overdue] td:first-of-type, & tr[data-mark=raised] td:first-of-type': { boxShadow: 'inset 3px 0 var(--now-mark)' },
  '& tr[data-changed] td': { animation: 'marked var(--m-mark) ease-out' },
  '& tr[data-changed] td:first-of-type': { boxShadow: 'inset 3px 0 var(--normal-fill)' },
  '& tr[aria-selected=true] td, & tr[aria-selected=true]:hover td, & tr[data-ticked] td, & tr[data-ticked]:hover td': { background: 'var(--selected)' },
  '& tr[aria-selected=true] td:first-of-type, & tr[data-ticked] td:first-of-type': { boxShadow: 'inset 3px 0 var(--accent)' },
  '& tr[data-row]:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '&[data-stale] td': { color: 'var(--ink-3)', filter: 'grayscale(1)' },
  '@media (max-width: 767px)': {
    '& [data-sticks]': { position: 'sticky', left: 0, zIndex: 1, maxWidth: '56vw !important', boxShadow: 'inset -1px 0 var(--line)' },
    '& td[data-sticks]': { background: 'var(--surface)' },
    '& th[data-sticks]': { zIndex: 2 },
  },
} as const;
