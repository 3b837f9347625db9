import { columnsOf, type Columns, type SheetCell, type SheetTable } from '@headland/domain/workbook';

/** A sheet as either reader gives it; places count from 0. */
export interface SheetView {
  name: string;
  hidden: boolean;
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

/** Why there is no table. `missing`: titles that the best row lacks; null: all is empty. */
type NoTable = { missing: readonly string[] | null } | { sheets: readonly [string, string] };

/**
 * The sheet with the table: the one with a row of its titles and rows below it; where none has any, the first with its
 * titles. Two are refused by their names, since only one would be read. Nobody sees what a hidden sheet has, and the
 * sample row of the instructions is none of the table's.
 */
export function findTable(sheets: readonly SheetView[], table: SheetTable): FoundTable | NoTable {
  let missing: readonly string[] | null = null;
  const tables: FoundTable[] = [];
  for (const [sheet, view] of sheets.entries()) {
    if (view.hidden || table.help?.some((name) => sameName(name, view.name))) continue;
    for (let row = 0; row < Math.min(view.rows, headWithin); row++) {
      const width = Math.min(view.width(row), maxColumns);
      const head = Array.from({ length: width }, (_, column) => {
        const cell = view.cell(row, column);
        return cell?.kind === 'text' ? cell.text : '';
      });
      if (head.every((title) => title.trim() === '')) continue;
      const found = columnsOf(head, table);
      if (found.missing.length === 0) {
        tables.push({ sheet, head: row, places: found.places });
        break;
      }
      if (missing === null || found.missing.length < missing.length) missing = found.missing;
    }
  }
  const nameOf = ({ sheet }: FoundTable): string => sheets[sheet]?.name ?? '';
  const [first, second] = tables.filter((found) => hasRows(sheets[found.sheet] as SheetView, found));
  if (first && second) return { sheets: [nameOf(first), nameOf(second)] };
  return first ?? tables[0] ?? { missing };
}

function hasRows(view: SheetView, found: FoundTable): boolean {
  for (let row = found.head + 1; row < view.rows; row++) if (cellsAt(view, found, row) !== null) return true;
  return false;
}
const sameName = (a: string, b: string): boolean => bareName(a) === bareName(b);
const bareName = (name: string): string => name.normalize('NFC').trim().toLowerCase();

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
