import { chakra } from '@chakra-ui/react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useT } from '../lib/text';
import { useStored } from '../session/store';
import { useChanged } from './use-changed';

export interface Column<R> {
  key: string;
  title: string;
  cell: (row: R) => ReactNode;
  /** the list's sort name; without it the column cannot be sorted */
  sort?: string;
  align?: 'right' | 'center';
  width?: string;
}
export type RowMark = 'overdue' | 'raised' | 'quiet';
export interface TableProps<R> {
  label: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  idOf: (row: R) => number;
  selectedId?: number | null;
  onOpen?: (row: R) => void;
  sort?: { by: string; order: 'asc' | 'desc' };
  onSort?: (by: string, order: 'asc' | 'desc') => void;
  mark?: (row: R) => RowMark | undefined;
  /** a row whose signature differs from the last one is marked for two seconds; without it no row is */
  signature?: (row: R) => string | number;
  /** below the rows, inside the scroll: an empty state, a note */
  after?: ReactNode;
  /** J and K move the row as well as the arrows (queues) */
  vi?: boolean;
}

/**
 * Rows of a list: the header stays, columns scroll sideways, the focused row moves with the arrow keys and opens with Enter.
 * Cells are plain elements and the look hangs on the table: a hundred rows of styled components would cost more than their data.
 */
export function Table<R>({ label, columns, rows, idOf, selectedId = null, onOpen, sort, onSort, mark, signature, after, vi = false }: TableProps<R>) {
  const t = useT();
  const [compact] = useStored('compact');
  const scroll = useRef<HTMLDivElement>(null);
  const changed = useChanged(rows, idOf, signature);
  useEffect(() => {
    if (selectedId !== null) scroll.current?.querySelector(`[data-row="${selectedId}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [selectedId]);

  const key = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-row]');
    if (!row || event.target !== row || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.key === 'ArrowDown' || (vi && event.key === 'j') ? 1 : event.key === 'ArrowUp' || (vi && event.key === 'k') ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      const next = step > 0 ? row.nextElementSibling : row.previousElementSibling;
      if (next instanceof HTMLElement) next.focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      const found = rows.find((r) => String(idOf(r)) === row.dataset.row);
      if (found) onOpen?.(found);
    }
  };
  const tabStop = rows.some((r) => idOf(r) === selectedId) ? selectedId : rows[0] ? idOf(rows[0]) : null;

  return (
    <chakra.div ref={scroll} flex="1" minH="0" overflow="auto" bg="surface" display="flex" flexDirection="column">
      <chakra.table css={tableCss} data-compact={compact || undefined} aria-label={label}>
        <thead>
          <tr>
            {columns.map((c) => {
              const by = c.sort;
              const active = by !== undefined && sort?.by === by;
              return (
                <th
                  key={c.key}
                  scope="col"
                  data-align={c.align}
                  style={c.width ? { width: c.width, minWidth: c.width } : undefined}
                  aria-sort={active ? (sort.order === 'asc' ? 'ascending' : 'descending') : undefined}
                >
                  {by !== undefined && onSort ? (
                    <button type="button" title={t('common.sortBy', { column: c.title })} onClick={() => onSort(by, active && sort.order === 'asc' ? 'desc' : 'asc')}>
                      {c.title}
                      {active && (sort.order === 'asc' ? <ArrowUp size={12} aria-hidden /> : <ArrowDown size={12} aria-hidden />)}
                    </button>
                  ) : (
                    c.title
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody onKeyDown={key}>
          {rows.map((row) => {
            const id = idOf(row);
            return (
              <tr
                key={id}
                data-row={id}
                tabIndex={id === tabStop ? 0 : -1}
                aria-selected={onOpen ? id === selectedId : undefined}
                data-mark={mark?.(row)}
                data-changed={changed.get(id)}
                onClick={onOpen && ((e) => openUnless(e.target, () => onOpen(row)))}
              >
                {columns.map((c) => (
                  <td key={c.key} data-align={c.align}>
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

/** A click on a button or link in a row, or the end of a text selection, does not open the row. */
function openUnless(target: EventTarget, open: () => void): void {
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
  '& th[aria-sort] button': { color: 'var(--ink)', fontWeight: 600 },
  '& td': {
    height: 'var(--h-row)',
    padding: '0 8px',
    borderBottom: '1px solid var(--line)',
    whiteSpace: 'nowrap',
    maxWidth: '320px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '&[data-compact] td': { height: 'var(--h-row-compact)', fontSize: '13px' },
  '& th:first-of-type, & td:first-of-type': { paddingLeft: '16px' },
  '& [data-align=right]': { textAlign: 'right' },
  '& [data-align=center]': { textAlign: 'center' },
  '& th[data-align=right] button': { flexDirection: 'row-reverse' },
  '& tbody tr[aria-selected]': { cursor: 'pointer' },
  '& tbody tr[aria-selected]:hover td': { background: 'var(--hover)' },
  '& tr[data-mark=quiet] td': { color: 'var(--ink-3)' },
  '& tr[data-mark=overdue] td, & tr[data-mark=raised] td': { background: 'var(--now-soft)' },
  '& tr[data-mark=overdue] td:first-of-type, & tr[data-mark=raised] td:first-of-type': { boxShadow: 'inset 3px 0 var(--now-mark)' },
  '& tr[data-changed] td': { animation: 'marked var(--m-mark) ease-out' },
  '& tr[data-changed] td:first-of-type': { boxShadow: 'inset 3px 0 var(--normal-fill)' },
  '& tr[aria-selected=true] td, & tr[aria-selected=true]:hover td': { background: 'var(--selected)' },
  '& tr[aria-selected=true] td:first-of-type': { boxShadow: 'inset 3px 0 var(--accent)' },
  '& tr[data-row]:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
} as const;
