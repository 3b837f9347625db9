import { saleColumns, type SaleColumn } from '@headland/contracts/sale';
import { columnsOf, type Columns, type SheetCell } from '@headland/domain/sale';
import { sale } from '@headland/i18n/sale';

/** A sheet as either reader gives it; places count from 0. */
export interface SheetView {
  rows: number;
  /** cells of one row */
  width: (row: number) => number;
  cell: (row: number, column: number) => SheetCell;
}

const titles = Object.fromEntries(saleColumns.map((c) => [c, Object.values(sale[`sale.column.${c}`])])) as Record<
  SaleColumn,
  string[]
>;
/** People write a heading above a table. */
const headWithin = 20;
/** Our columns are never farther right. */
const maxColumns = 100;

export interface Table {
  /** index of the sheet, and of the row with the titles */
  sheet: number;
  head: number;
  places: Columns['places'];
}

/** The sheet with the sales: the first with a row of our titles. `missing`: titles that the best row lacks; null: all is empty. */
export function findTable(sheets: readonly SheetView[]): Table | { missing: readonly SaleColumn[] | null } {
  let missing: readonly SaleColumn[] | null = null;
  for (const [sheet, view] of sheets.entries()) {
    for (let row = 0; row < Math.min(view.rows, headWithin); row++) {
      const width = Math.min(view.width(row), maxColumns);
      const head = Array.from({ length: width }, (_, column) => {
        const cell = view.cell(row, column);
        return cell?.kind === 'text' ? cell.text : '';
      });
      if (head.every((title) => title.trim() === '')) continue;
      const found = columnsOf(head, titles);
      if (found.missing.length === 0) return { sheet, head: row, places: found.places };
      if (missing === null || found.missing.length < missing.length) missing = found.missing;
    }
  }
  return { missing };
}

/** A row of the table, or null where none of our columns has anything in it. */
export function cellsAt(view: SheetView, { places }: Table, row: number): Record<SaleColumn, SheetCell> | null {
  const cells = {} as Record<SaleColumn, SheetCell>;
  let empty = true;
  for (const column of saleColumns) {
    const cell = places[column] < 0 ? null : view.cell(row, places[column]);
    cells[column] = cell?.kind === 'text' && cell.text.trim() === '' ? null : cell;
    empty &&= cells[column] === null;
  }
  return empty ? null : cells;
}
