import { messageOf } from '@headland/contracts/fields';
import type { CellError } from '@headland/contracts/workbook';
import type { z } from 'zod';

/**
 * Rows of a workbook that is imported. Cells are read without guessing: a formula, a date where none belongs, TRUE or
 * #N/A are errors at their cell.
 */

/** A cell as parsed from a workbook; null is an empty one. `other` is neither text, number nor date: TRUE, #N/A. */
export type SheetCell =
  | { kind: 'text'; text: string }
  | { kind: 'number'; value: number }
  | { kind: 'day'; day: string }
  | { kind: 'formula'; text: string }
  | { kind: 'other'; text: string }
  | null;
export interface SheetRow<C extends string = string> {
  /** of the worksheet; the first is 1 */
  row: number;
  cells: Record<C, string>;
}

/** What is imported: plain data, which a worker can be given. */
export interface SheetTable<C extends string = string> {
  /** in the order of the template */
  columns: readonly C[];
  /** without their titles a worksheet is another table */
  required: readonly C[];
  /** what is wrong in a column that the worksheet does not have is shown at this one of the required */
  identity: C;
  /** columns with a day */
  days?: readonly C[];
  /** columns in which a number has lost what matters: the message */
  noNumbers?: Partial<Record<C, string>>;
  /** by which columns are recognised, beside their names */
  titles: Record<C, readonly string[]>;
  /** names of the worksheet with the instructions, which has a sample row */
  help?: readonly string[];
}
/** Without what depends on a language. */
export type CellRules<C extends string> = Omit<SheetTable<C>, 'titles' | 'help'>;

/** Maximum length of a stored cell: the longest field has 1,500 characters. */
const maxCellLength = 1_600;

/** A row as text, and the types of cells that are invalid already. */
export function readRow<C extends string>(
  rules: CellRules<C>,
  row: number,
  sheetCells: Record<C, SheetCell>,
): SheetRow<C> & { errors: CellError<C>[] } {
  const cells = {} as Record<C, string>;
  const errors: CellError<C>[] = [];
  for (const column of rules.columns) {
    const { text, wrong } = readCell(rules, column, sheetCells[column]);
    cells[column] = text;
    if (wrong !== undefined) errors.push({ row, column, value: text, message: wrong });
  }
  return { row, cells, errors };
}

function readCell<C extends string>(
  { days = [], noNumbers = {} }: CellRules<C>,
  column: C,
  cell: SheetCell,
): { text: string; wrong?: string | undefined } {
  if (cell === null) return { text: '' };
  const isDay = days.includes(column);
  switch (cell.kind) {
    case 'formula':
      return { text: shown(cell.text), wrong: 'workbook.cell.formula' };
    case 'other':
      return { text: shown(cell.text), wrong: 'field.invalid' };
    case 'day':
      return isDay ? { text: cell.day } : { text: cell.day, wrong: 'workbook.cell.date' };
    case 'number':
      return { text: String(cell.value), wrong: isDay ? 'field.date' : noNumbers[column] };
    case 'text': {
      const text = shown(cell.text.normalize('NFC').trim());
      // an .xls may have what no text of the database can hold
      if (cell.text.includes('\0')) return { text, wrong: 'field.invalid' };
      return { text: isDay ? dotted(text) : text };
    }
  }
}

/** `2026.03.01` and `2026. 3. 1.` are Korean notations of 2026-03-01. */
function dotted(text: string): string {
  const [, year, month, day] = /^(\d{4})[.\-/]\s*(\d{1,2})[.\-/]\s*(\d{1,2})\.?$/u.exec(text) ?? [];
  return year && month && day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
}
function shown(text: string): string {
  const storable = text.replaceAll('\0', '\uFFFD');
  return storable.length > maxCellLength ? `${storable.slice(0, maxCellLength)}…` : storable;
}

/** What a cell breaks of the rule of its field, as a message; null: nothing. An empty one is not given. */
export function fieldError(rule: z.ZodType, text: string): string | null {
  const given = text === '' ? undefined : text;
  const parsed = rule.safeParse(given);
  if (parsed.success) return null;
  const [issue] = parsed.error.issues;
  if (given === undefined) return 'field.req';
  return issue === undefined ? 'field.invalid' : messageOf(issue);
}

/** What may be in one row only: each of several names the first of the others. */
export function duplicateErrors<C extends string>(
  rows: readonly SheetRow<C>[],
  column: C,
  message: string,
): CellError<C>[] {
  const byValue = new Map<string, SheetRow<C>[]>();
  for (const r of rows) {
    const value = r.cells[column];
    if (value !== '') byValue.set(value, [...(byValue.get(value) ?? []), r]);
  }
  return [...byValue.values()].flatMap((same) =>
    same.length === 1
      ? []
      : same.map(({ row, cells }): CellError<C> => {
          const other = same.find((o) => o.row !== row)?.row ?? row;
          return { row, column, value: cells[column], message, values: { row: other } };
        }),
  );
}

/** In the order of the worksheet; per cell only the first, since the others may follow from it. */
export function errorsInOrder<C extends string>(
  columns: readonly C[],
  errors: readonly CellError<C>[],
): CellError<C>[] {
  const firstByCell = new Map<string, CellError<C>>();
  for (const e of errors) if (!firstByCell.has(`${e.row} ${e.column}`)) firstByCell.set(`${e.row} ${e.column}`, e);
  return [...firstByCell.values()].sort(
    (a, b) => a.row - b.row || columns.indexOf(a.column) - columns.indexOf(b.column),
  );
}

export interface Columns<C extends string = string> {
  /** column → its index in the worksheet; −1 if an optional one is missing */
  places: Record<C, number>;
  missing: C[];
}

/**
 * Maps columns by the titles in the head: in either language, or the key. The first of several with one title is used.
 */
export function columnsOf<C extends string>(
  head: readonly string[],
  { columns, required, titles }: Pick<SheetTable<C>, 'columns' | 'required' | 'titles'>,
): Columns<C> {
  const given = head.map(bare);
  const places = {} as Columns<C>['places'];
  for (const column of columns) {
    const known = new Set([column, ...titles[column]].map(bare));
    places[column] = given.findIndex((title) => known.has(title));
  }
  return { places, missing: required.filter((column) => places[column] < 0) };
}
const bare = (title: string): string => title.normalize('NFC').replaceAll(/[\s*]/gu, '').toLowerCase();
