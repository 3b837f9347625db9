import { type KeyboardEvent, useRef } from 'react';
import type { TableProps } from './table-props';

/** What the keys do at a row, and what Shift adds: the rows from the last one that was ticked. */
export function useRowKeys<R>({ rows, idOf, onOpen, selection }: TableProps<R>) {
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
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
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

/** Gives the focus to the next row or the one before, so that a screen reader follows; to the first where none has it. */
export function stepRow(table: HTMLElement | null, by: 1 | -1): void {
  const rows = [...(table?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = at < 0 ? (rows.find((row) => row.tabIndex === 0) ?? rows[0]) : rows[at + by];
  next?.focus();
  next?.scrollIntoView?.({ block: 'nearest' });
}

/** From the head down into the rows, past the other heads. */
export function focusRow(event: KeyboardEvent, id: number | null): void {
  const row = event.currentTarget.parentElement?.querySelector<HTMLElement>(`[data-row="${id}"]`);
  if (!row) return;
  event.preventDefault();
  row.focus();
}
