import { columnsOf, type Columns, type SheetCell, type SheetTable } from '@headland/domain/workbook';

/** A sheet as either reader gives it; places count from 0. */
export interface SheetView {
  rows: number;
  /** cells of one row */
  width: (row: number) => number;
  cell: (row: number, column: number) => SheetCell;
}

/** People write a heading above a table. */
const headWithin = 20;
/** Our columns are never farther right. */
const maxColumns = 100;

export interface FoundTable {
  /** index of the sheet, and of the row with the titles */
  sheet: number;
  head: number;
  places: Columns['places'];
}

/** The sheet with the table: the first with a row of its titles. `missing`: titles that the best row lacks; null: all is empty. */
export function findTable(
  sheets: readonly SheetView[],
  table: SheetTable,
): FoundTable | { missing: readonly string[] | null } {
  let missing: readonly string[] | null = null;
  for (const [sheet, view] of sheets.entries()) {
    for (let row = 0; row < Math.min(view.rows, headWithin); row++) {
      const width = Math.min(view.width(row), maxColumns);
      const head = Array.from({ length: width }, (_, column) => {
        const cell = view.cell(row, column);
        return cell?.kind === 'text' ? cell.text : '';
      });
      if (head.every((title) => title.trim() === '')) continue;
      const found = columnsOf(head, table);
      if (found.missing.length === 0) return { sheet, head: row, places: found.places };
      if (missing === null || found.missing.length < missing.length) missing = found.missing;
    }
  }
  return { missing };
}

/** A row of the table, or null where none of our columns has anything in it. */
export function cellsAt(view: SheetView, { places }: FoundTable, row: number): Record<string, SheetCell> | null {
  const cells: Record<string, SheetCell> = {};
  let empty = true;
  for (const [column, place] of Object.entries(places)) {
    const cell = place < 0 ? null : view.cell(row, place);
    cells[column] = cell?.kind === 'text' && cell.text.trim() === '' ? null : cell;
    empty &&= cells[column] === null;
  }
  return empty ? null : cells;
}
