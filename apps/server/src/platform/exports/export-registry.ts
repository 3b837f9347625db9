import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { Endpoint } from '@headland/contracts/endpoint';
import type { ExportList } from '@headland/contracts/export';
import type { MessageKey } from '@headland/i18n/catalogue';
import type { ColumnContext, ListColumn } from '@headland/i18n/columns/list-column';
import type { Language } from '@headland/i18n/messages';
import { rowsOf } from '../database/cursor';
import type { Tx } from '../database/rows';
import type { Where } from '../database/where';
import type { Caller } from '../caller';
import type { Cell, SheetColumn } from '../spreadsheet/sheet-xml';

/**
 * Every list that can be had as a workbook or PDF. A slice defines once how its list becomes one, in a file `<list>.export.ts` beside its reads, and names
 * that class among the providers of its module (of a record the file holds columns and names only, see records/record.ts):
 *
 *   @Injectable()
 *   export class DevicesExport {
 *     constructor(registry: ExportRegistry) {
 *       registry.register({
 *         list: 'devices',                 // of `exportLists` (contracts/export): the name in the console's request
 *         file: 'device',                  // the screen's key: `device_20261121-1430.xlsx`
 *         title: 'feature.device',         // name of the sheet
 *         endpoint: devices.list,          // who may, and what the filter is: its `allow`, `query` and `params`
 *         open: (filter, who) => selected({ select, from, where: conditions(filter, who.scope), order: orderOf(filter), toRows: (rows) => rows.map(toRow) }),
 *         columns: deviceColumns,          // those of its table: i18n/columns/devices
 *       });
 *     }
 *   }
 *
 * The rows are those of the list itself: the same conditions, scope, order and masks, without its pages. The columns are
 * those that the console's table is made of (i18n/columns), so that the shown ones are found by their keys; a list without
 * such a table (a track, a recording) names them here. The number column `no` is written by the exports themselves.
 */
@Injectable()
export class ExportRegistry {
  private readonly lists = new Map<ExportList, Exportable>();

  /** Called by a slice at its construction. */
  register<E extends ListEndpoint, Row>(list: ListToExport<E, Row>): void {
    if (this.lists.has(list.list)) throw new Error(`two lists are exported as ${list.list}`);
    this.lists.set(list.list, list as unknown as ListToExport);
  }

  /** A screen of figures, as the dashboard is. */
  registerBoard<E extends ListEndpoint>(board: BoardToExport<E>): void {
    if (this.lists.has(board.list)) throw new Error(`two boards are exported as ${board.list}`);
    this.lists.set(board.list, board as unknown as BoardToExport);
  }

  /** A list; a board is none. */
  get(list: ExportList): ListToExport | undefined {
    const found = this.lists.get(list);
    return found && 'columns' in found ? found : undefined;
  }

  find(list: ExportList): Exportable | undefined {
    return this.lists.get(list);
  }

  names(): ExportList[] {
    return [...this.lists.keys()];
  }
}

type ListEndpoint = Endpoint & { query: z.ZodObject };
/** A filter as the list's own handler receives it, with the path's parameters beside it where its path has any. */
type FilterOf<E extends ListEndpoint> = z.output<E['query']> &
  (E extends { params: infer P extends z.ZodObject } ? z.output<P> : unknown);

interface ToExport<E extends ListEndpoint> {
  list: ExportList;
  /** begins the name of the file: the key of the screen */
  file: string;
  /** of the sheet */
  title: MessageKey;
  /** who may, and what the filter is */
  endpoint: E;
  /** the caller must give a purpose, which is recorded */
  purpose?: 'required';
}

export interface ListToExport<E extends ListEndpoint = ListEndpoint, Row = unknown> extends ToExport<E> {
  columns: readonly ExportColumn<Row>[];
  /**
   * What the filter leaves for this caller. Refuses what the list itself would refuse. `at` is when it was asked for: a large list is opened again
   * by a job, later.
   */
  open: (filter: FilterOf<E>, caller: Caller, at: Date) => OpenList<Row> | Promise<OpenList<Row>>;
  /**
   * measured data rather than records: always written by a job, its count is an estimate, its rows have no number, its file is kept for hours.
   * Too many rows are an error of `period`, and there is no PDF of it.
   */
  bulk?: { limit: number; keptHours: number };
}

/** A screen of figures rather than one list: a workbook has a worksheet for each of its parts, a PDF is a report of them. */
export interface BoardToExport<E extends ListEndpoint = ListEndpoint> extends ToExport<E> {
  /** Refuses what the screen would refuse. */
  open: (filter: FilterOf<E>, caller: Caller, at: Date) => Promise<OpenBoard>;
}
export type Exportable = ListToExport | BoardToExport;

export interface OpenBoard {
  /** what its figures are of, besides its filter: the period */
  about: (reader: BoardReader) => string;
  parts: (reader: BoardReader) => Promise<BoardPart[]>;
}
export interface BoardReader extends ExportContext {
  units: 'km' | 'mile';
}
/** A tile of the screen: its figure, the rows behind it, and what it says below. */
export interface BoardPart {
  title: string;
  /** the figure that is large on the screen, and what stands beside it */
  figure?: { value: string; note: string };
  columns: readonly SheetColumn[];
  rows: readonly (readonly Cell[])[];
  /** a last row over the others */
  totals?: readonly Cell[];
  /** further figures, as label, number and the text of the number */
  more?: readonly BoardFigure[];
  /** what they have in common */
  moreTitle?: string;
  chart?: BoardChart;
  /** what is not as it will be: days that are still being counted */
  note?: string;
}
export interface BoardFigure {
  label: string;
  value: number | null;
  /** of the number */
  unit?: string;
  /** as it is said */
  text: string;
}
/** Bars of days or ranks, from the numbers of the rows. */
export interface BoardChart {
  kind: 'days' | 'ranks';
  /** beside one another: what is no part of a sum */
  grouped?: boolean;
  labels: readonly string[];
  series: readonly { name: string; values: readonly (number | null)[] }[];
}

/** Counts and reads on one snapshot. Rows come in batches, in the shown order; the batch is the chance to look things up for many at once. */
export interface OpenList<Row> {
  count: (tx: Tx) => Promise<number>;
  rows: (tx: Tx) => AsyncIterable<Row[]>;
  /** a last row over all of them, without a number */
  totals?: (tx: Tx) => Promise<Row>;
}

/**
 * A column that the screen has, too (i18n/columns), or one of the workbook alone. A moment, also as a Date, and a day become
 * dates of the workbook in the caller's zone; the header names the zone or the unit.
 */
export interface ExportColumn<Row> extends Omit<ListColumn<Row>, 'title' | 'value'> {
  /** of the catalogue, or the words themselves where a data file names the column */
  title: MessageKey | Record<Language, string>;
  value: (row: Row, context: ExportContext) => string | number | Date | null | undefined;
  /** no column of the screen: every workbook ends with these */
  extra?: true;
}

export interface ExportContext extends ColumnContext {
  timeZone: string;
}

/** A list that is one query: conditions, order and columns are those of its read. */
export interface SelectedList<Raw, Row> {
  /** columns; a function where they need parameters of their own */
  select: string | ((where: Where) => string);
  /** tables and joins, with or without the word FROM; a function where they need parameters of their own, beside a `countFrom` */
  from: string | ((where: Where) => string);
  where: Where;
  /** a function where it needs parameters of its own */
  order: string | ((where: Where) => string);
  /** where the count needs fewer tables than the rows */
  countFrom?: string;
  /** the id, where columns are looked up row by row (pictures, names): those of the rows before the page are then left out */
  key?: string;
  /** around the query, for lists that compute beside it: `(sql) => \`WITH … ${sql}\`` */
  with?: (sql: string) => string;
  /** may look things up for some hundred rows at once */
  toRows: (rows: Raw[], tx: Tx) => Row[] | Promise<Row[]>;
}

export function selected<Raw, Row>(list: SelectedList<Raw, Row>): OpenList<Row> {
  const { counted, sql, parameters } = statementsOf(list);
  return {
    count: async (tx) => {
      const [row] = await tx.query<{ total: number }[]>(
        `SELECT count(*)::int AS total FROM (SELECT 1 ${counted.sql} LIMIT ${countedTo}) AS counted`,
        counted.parameters,
      );
      return row?.total ?? 0;
    },
    rows: async function* (tx) {
      for await (const batch of rowsOf<Raw>(tx, sql, parameters)) yield await list.toRows(batch, tx);
    },
  };
}

/** One page of the same list. */
export async function pageOf<Raw, Row>(
  tx: Tx,
  list: SelectedList<Raw, Row>,
  { page, size }: { page: number; size: number },
): Promise<{ rows: Row[]; total: number }> {
  const { counted, pageSql, parameters } = statementsOf(list);
  const [count] = await tx.query<{ total: number }[]>(
    `SELECT count(*)::int AS total ${counted.sql}`,
    counted.parameters,
  );
  const rows = await tx.query<Raw[]>(pageSql(`LIMIT ${size} OFFSET ${(page - 1) * size}`), parameters);
  return { rows: await list.toRows(rows, tx), total: count?.total ?? 0 };
}

function statementsOf<Raw, Row>({
  where,
  select,
  from,
  countFrom,
  order,
  key,
  with: lead = (s) => s,
}: SelectedList<Raw, Row>) {
  // before the columns and tables add theirs: a count names its own parameters and no others
  const conditions = where.sql;
  const counted = {
    sql: `FROM ${tablesOf(countFrom ?? (typeof from === 'string' ? from : ''))} WHERE ${conditions}`,
    parameters: [...where.parameters],
  };
  const tables = typeof from === 'string' ? from : from(where);
  const columns = typeof select === 'string' ? select : select(where);
  const by = typeof order === 'string' ? order : order(where);
  const rows = (what: string, which: string): string =>
    `SELECT ${what} FROM ${tablesOf(tables)} WHERE ${which} ORDER BY ${by}`;
  const sql = lead(rows(columns, conditions));
  const pageSql = (limit: string): string =>
    key === undefined
      ? `${sql} ${limit}`
      : lead(rows(columns, `${key} = ANY(ARRAY(${rows(key, conditions)} ${limit}))`));
  return { counted, sql, pageSql, parameters: where.parameters };
}

const tablesOf = (from: string): string => from.replace(/^\s*FROM\s/u, '');
/** An event log has no end; beyond this the number is no more useful than "far too many". */
const countedTo = 1_000_000;
