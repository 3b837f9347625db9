import { chakra, Flex } from '@chakra-ui/react';
import type { ReorderBody, Reordered } from '@headland/contracts/display-order';
import type { Endpoint } from '@headland/contracts/endpoint';
import type { IdParams } from '@headland/contracts/fields';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { useI18n } from '../lib/i18n';
import { call, useCan } from '../lib/session/session';
import { IconButton } from './button';
import type { Column, RowOrder } from './table-props';
import { toast } from './toast';
import { useInvalidate } from './use-action';
import { useUndo } from './use-undo';

interface Orderable {
  id: number;
  version: number;
  displayOrder: number;
}
type ReorderEndpoint = Endpoint & { params: typeof IdParams; body: typeof ReorderBody; data: typeof Reordered };
interface Options<R> {
  list: {
    rows: readonly R[];
    sort: { by: string; order: 'asc' | 'desc' };
    page: { number: number; size: number; total: number };
    result: { refetch: () => Promise<unknown> };
  };
  endpoint: ReorderEndpoint;
  /** the column with the place; it gets the handle and the buttons */
  column: Column<R>;
  nameOf: (row: R) => string;
  /** rows of another group are no places for a row */
  groupOf?: (row: R) => unknown;
}

/**
 * Rows that are moved to another place of their display order: by a handle, by buttons, or with Alt and the arrow keys from anywhere in a row.
 * For who may change them, while the list shows the order from the first place on. A row takes the place of the one that it is moved to, and those
 * between make room: that holds on a filtered list, too. `table={{ columns: [reorder.column, …], reorder }}`.
 */
export function useReorder<R extends Orderable>({
  list: { rows, sort, page, result },
  endpoint,
  column,
  nameOf,
  groupOf = () => null,
}: Options<R>): RowOrder & { column: Column<R> } {
  const { t, problemLine } = useI18n();
  const may = useCan()(endpoint.allow) && sort.by === 'displayOrder' && sort.order === 'asc';
  const invalidate = useInvalidate(endpoint);
  const [status, setStatus] = useState('');
  const [drag, setDrag] = useState<{ id: number; over: R | null } | null>(null);
  const busy = useRef(false);
  const undo = useUndo();
  const series = useRef<{ id: number; from: number; to: number } | null>(null);
  const focus = useRef<{ id: number; by: 1 | -1 | null } | null>(null);
  // moved elements lose the focus
  useLayoutEffect(() => {
    if (focus.current === null || busy.current) return;
    const row = document.querySelector<HTMLElement>(`[data-row="${focus.current.id}"]`);
    const button = row?.querySelector<HTMLElement>(`[data-move="${focus.current.by}"]:not(:disabled)`);
    if (row && !row.contains(document.activeElement)) (button ?? row).focus();
    focus.current = null;
  });

  const move = async (row: R, displayOrder: number): Promise<void> => {
    if (busy.current || displayOrder === row.displayOrder) return;
    busy.current = true;
    let said = '';
    try {
      const moved = await call(endpoint, { params: { id: row.id }, body: { displayOrder, version: row.version } });
      said = t('reorder.moved', { name: nameOf(row), place: moved.displayOrder });
      // of several steps with one row, all are taken back
      const from =
        series.current?.id === row.id && series.current.to === row.displayOrder
          ? series.current.from
          : row.displayOrder;
      series.current = { id: row.id, from, to: moved.displayOrder };
      const back = { displayOrder: from, version: moved.version };
      const takeBack = (): Promise<unknown> => {
        series.current = null;
        return call(endpoint, { params: { id: row.id }, body: back });
      };
      undo(said, takeBack, 'reorder');
    } catch (error) {
      focus.current = null;
      toast(problemLine(error), 'watch');
    }
    await result.refetch();
    busy.current = false;
    setStatus(said);
    // the pages of the records
    invalidate();
  };
  /** The place one up or down, which may be on another page; null: there is none in its group. */
  const placeBeside = (row: R, by: 1 | -1): number | null => {
    const beside = rows[rows.findIndex((r) => r.id === row.id) + by];
    if (beside) return groupOf(beside) === groupOf(row) ? beside.displayOrder : null;
    const more = by === -1 ? row.displayOrder > 1 : page.number * page.size < page.total;
    return more ? row.displayOrder + by : null;
  };
  const step = (row: R, by: 1 | -1, from: 'row' | 'button'): void => {
    const place = placeBeside(row, by);
    if (place === null) return;
    focus.current = { id: row.id, by: from === 'button' ? by : null };
    void move(row, place);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') setDrag(null);
    if (!event.altKey || event.ctrlKey || event.metaKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown'))
      return;
    const at = (event.target as HTMLElement).closest<HTMLElement>('[data-row]');
    const row = rows.find((r) => String(r.id) === at?.dataset.row);
    if (!row) return;
    event.preventDefault();
    step(row, event.key === 'ArrowUp' ? -1 : 1, event.target === at ? 'row' : 'button');
  };

  const over = (row: R, { clientY, currentTarget }: PointerEvent): R | null => {
    const box = currentTarget.closest('tbody')?.getBoundingClientRect();
    const at = document.elementsFromPoint((box?.left ?? 0) + 4, clientY).find((e) => e.closest('[data-row]'));
    const id = at?.closest<HTMLElement>('[data-row]')?.dataset.row;
    const hit = rows.find((r) => String(r.id) === id);
    return hit && groupOf(hit) === groupOf(row) ? hit : null;
  };
  const handle = (row: R) => ({
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ id: row.id, over: null });
    },
    onPointerMove: (event: PointerEvent) => drag && setDrag({ id: row.id, over: over(row, event) }),
    onPointerUp: () => {
      setDrag(null);
      if (drag?.over) void move(row, drag.over.displayOrder);
    },
    onPointerCancel: () => setDrag(null),
    // the end of a drag does not open the row
    onClick: (event: MouseEvent) => event.stopPropagation(),
  });
  const dragged = drag && rows.find((r) => r.id === drag.id);
  const dropMark =
    drag?.over && dragged && drag.over.id !== drag.id
      ? { id: drag.over.id, side: drag.over.displayOrder < dragged.displayOrder ? 'before' : 'after' }
      : null;

  const button = (row: R, by: 1 | -1) => (
    <IconButton
      data-move={by}
      // the row has the focus, and Alt with the arrows
      tabIndex={-1}
      w={{ base: '44px', md: '7' }}
      h={{ base: '44px', md: '7' }}
      label={t(by === -1 ? 'rows.up' : 'rows.down', { name: nameOf(row) })}
      icon={by === -1 ? <ArrowUp size={14} /> : <ArrowDown size={14} />}
      disabled={placeBeside(row, by) === null}
      onClick={() => step(row, by, 'button')}
    />
  );
  const cell = (row: R) => (
    <Flex as="span" display="inline-flex" align="center" gap="0.5">
      <chakra.span css={handleCss} title={t('reorder.drag')} aria-hidden {...handle(row)}>
        <GripVertical size={15} />
      </chakra.span>
      <chakra.span minW="6" textAlign="right" mr="1" className="num">
        {column.cell(row)}
      </chakra.span>
      {button(row, -1)}
      {button(row, 1)}
    </Flex>
  );
  return {
    column: may ? { ...column, cell } : column,
    enabled: may,
    status,
    onKeyDown: may ? onKeyDown : undefined,
    dragged: drag?.id ?? null,
    dropAt: (id) => (dropMark?.id === id ? (dropMark.side as 'before' | 'after') : undefined),
  };
}

const handleCss = {
  display: { base: 'none', md: 'inline-grid' },
  placeItems: 'center',
  width: '24px',
  height: 'var(--h-row-compact)',
  cursor: 'grab',
  touchAction: 'none',
  color: 'var(--ink-3)',
  borderRadius: 'var(--r-chip)',
  '&:hover': { color: 'var(--ink)', background: 'var(--hover)' },
  '&:active': { cursor: 'grabbing' },
} as const;
