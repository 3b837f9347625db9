import type { Page } from '@headland/contracts/endpoint';
import type { KeyboardEvent, ReactNode } from 'react';

export interface Column<R> {
  /** also the column's name in the workbook; what both have is made by `useListColumns` */
  key: string;
  title: string;
  cell: (row: R) => ReactNode;
  /** the list's sort name; without it the column cannot be sorted */
  sort?: string;
  /** a number of a shared column is right-aligned */
  align?: 'left' | 'right' | 'center';
  /** until somebody draws its edge */
  width?: string;
  /** not shown until somebody chooses it */
  hidden?: true;
  /** names the row: it is always shown and stays in sight while a phone scrolls sideways. Without it the first column does */
  identity?: true;
  /** hidden while a panel is open beside the list */
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
  /** a last row that stays in sight: sums over all rows of the list, not of the page */
  totals?: R | undefined;
  /** below the rows, inside the scroll: an empty state, a note */
  after?: ReactNode;
  /** J and K move the focused row from anywhere on the page (`list`), or the screen has its own (`own`) */
  jk?: 'list' | 'own';
  /** which rows of how many these are: gives the first column `no`, which counts down from the total. `exact: false`: the total is unknown */
  place?: Page & { exact: boolean };
  /** without the column `no`, where the rows have numbers of their own or a phone has no room */
  unnumbered?: boolean;
  /** rows can be ticked: a column of boxes, Space, Shift for a range */
  selection?: Selection<R> | undefined;
  /** rows can be moved to another place (`useReorder`) */
  reorder?: RowOrder | undefined;
  /** widths that somebody chose, in px; with `onWidth` the edges of the headers can be drawn */
  widths?: Widths;
  onWidth?: ((key: string, px: number | null) => void) | undefined;
  /** what is shown is not of now: greyed */
  stale?: boolean;
  /** others are on their way */
  busy?: boolean;
}
/** How the rows of a table are moved to another place; made by `useReorder`. */
export interface RowOrder {
  enabled: boolean;
  /** what was moved, read aloud */
  status: string;
  onKeyDown: ((event: KeyboardEvent) => void) | undefined;
  /** the row on its way */
  dragged: number | null;
  /** where a row would take it: its upper or its lower edge */
  dropAt: (id: number) => 'before' | 'after' | undefined;
}
/** Columns that somebody has drawn to another width: key → px. */
export type Widths = Readonly<Record<string, number>>;

/** The column that names a row. */
export const identityOf = <R>(columns: readonly Column<R>[]): Column<R> | undefined =>
  columns.find((c) => c.identity) ?? columns[0];
