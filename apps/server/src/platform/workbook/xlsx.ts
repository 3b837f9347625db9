import {
  type Cell,
  type CellValue,
  openXlsx,
  parseCellRef,
  readXlsx,
  saveXlsx,
  type Sheet,
  writeXlsx,
} from 'hucre/xlsx';
import type { CellError } from '@headland/contracts/workbook';
import type { SheetCell, SheetRow, SheetTable } from '@headland/domain/workbook';
import type { FoundTable, SheetView } from './worksheet';
import { packed } from './zip';

type Parts = ReadonlyMap<string, Buffer>;

/** The sheets of an .xlsx whose parts were judged. */
export async function xlsxSheets(parts: Parts): Promise<SheetView[]> {
  const { sheets } = await readXlsx(packed(parts), { sheets: isWorksheet(parts) });
  return sheets.map(viewOf);
}

/**
 * Whether a sheet has cells, by its place in the workbook: of one that is a chart or a dialog the reader says that its
 * file is missing. What cannot be told is left to the reader.
 */
function isWorksheet(parts: Parts): (sheet: unknown, place: number) => boolean {
  const elements = (part: string, name: string): string[] =>
    parts
      .get(part)
      ?.toString('utf8')
      .match(new RegExp(`<(?:\\w+:)?${name}\\s[^<]*`, 'gu')) ?? [];
  const attribute = (element: string, name: string): string | undefined =>
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'u')
      .exec(element)
      ?.slice(1)
      .find((v) => v !== undefined);
  const kinds = new Map(
    elements('xl/_rels/workbook.xml.rels', 'Relationship').map((e) => [attribute(e, 'Id'), attribute(e, 'Type')]),
  );
  const sheets = elements('xl/workbook.xml', 'sheet').map((e) => kinds.get(attribute(e, '\\w+:id')));
  return (_, place) => sheets[place]?.endsWith('/worksheet') ?? true;
}

function viewOf({ name, hidden, veryHidden, rows, cells }: Sheet): SheetView {
  const details = cells ?? new Map<string, Cell>();
  // one formula can fill a whole range: the cell has its result
  const filled = [...details.values()].flatMap((c) => (c.formulaRef?.includes(':') ? [rangeOf(c.formulaRef)] : []));
  return {
    name,
    hidden: hidden === true || veryHidden === true,
    rows: rows.length,
    width: (row) => rows[row]?.length ?? 0,
    cell: (row, column) => {
      const value = rows[row]?.[column] ?? null;
      const detail = details.get(`${row},${column}`);
      if (detail?.formula !== undefined)
        return { kind: 'formula', text: detail.formula === '' ? shown(value) : `=${detail.formula}` };
      if (filled.some((r) => row >= r.top && row <= r.bottom && column >= r.left && column <= r.right))
        return { kind: 'formula', text: shown(value) };
      return detail?.type === 'error' ? { kind: 'other', text: shown(value) } : cellOf(value);
    },
  };
}

function cellOf(value: CellValue): SheetCell {
  if (value === null) return null;
  if (typeof value === 'string') return { kind: 'text', text: value };
  if (typeof value === 'number') return { kind: 'number', value };
  return value instanceof Date && !Number.isNaN(value.getTime())
    ? { kind: 'day', day: value.toISOString().slice(0, 10) }
    : { kind: 'other', text: shown(value) };
}
const shown = (value: CellValue): string =>
  value === null ? '' : value instanceof Date ? 'date' : String(value).toUpperCase();

function rangeOf(ref: string): { top: number; left: number; bottom: number; right: number } {
  const [from = 'A1', to = from] = ref.split(':');
  const [a, b] = [parseCellRef(from), parseCellRef(to)];
  return { top: a.row, left: a.col, bottom: b.row, right: b.col };
}

/** The comment of an invalid cell. */
export interface Mark extends Pick<CellError, 'row' | 'column'> {
  text: string;
}
const author = 'Headland';
const bad = { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'FFC7CE' } } as const;

/** The same workbook with its bad cells filled and commented; all else stays, but for sheets that only are a chart. */
export async function markXlsx(
  parts: Parts,
  { identity }: SheetTable,
  { sheet: index, head, places }: FoundTable,
  marks: readonly Mark[],
): Promise<Uint8Array> {
  const book = await openXlsx(packed(parts), { readStyles: true, sheets: isWorksheet(parts) });
  const sheet = book.sheets[index];
  if (sheet === undefined) throw new Error('the sheet that was checked is not there');
  const cells = (sheet.cells ??= new Map<string, Cell>());
  for (const { row, column, text } of marks) {
    // an optional column that the sheet does not have is asked for where a row is identified
    const place = [places[column], places[identity]].find((p) => p !== undefined && p >= 0) ?? 0;
    // the writer goes through the rows, so that a comment needs its cell to be there
    const values = (sheet.rows[row - 1] ??= []);
    while (values.length <= place) values.push(null);
    const key = `${row - 1},${place}`;
    const was = cells.get(key);
    const value = values[place] ?? null;
    const note = was?.comment ? `${was.comment.text}\n${text}` : text;
    cells.set(key, {
      ...was,
      value,
      type: was?.type ?? typeOf(value),
      style: { ...was?.style, fill: bad },
      comment: { author, text: note },
    });
  }
  sheet.freezePane ??= { rows: head + 1 };
  // counted with sheets that only are a chart, which were not read and are not written
  if ((book.activeSheet ?? 0) >= book.sheets.length) book.activeSheet = index;
  return saveXlsx(book);
}

const typeOf = (value: CellValue): Cell['type'] =>
  value === null
    ? 'empty'
    : value instanceof Date
      ? 'date'
      : typeof value === 'string'
        ? 'string'
        : typeof value === 'number'
          ? 'number'
          : 'boolean';

/** Rows as an .xlsx, each at its place, with its invalid cells filled and commented: what an .xls becomes. */
export async function writeMarked(
  rows: readonly SheetRow[],
  titles: Record<string, string>,
  name: string,
  marks: readonly Mark[],
): Promise<Uint8Array> {
  const columns = Object.keys(titles);
  const texts = new Map(marks.map((m) => [`${m.row - 1},${columns.indexOf(m.column)}`, m.text]));
  const height = rows.at(-1)?.row ?? 1;
  const values: CellValue[][] = Array.from({ length: height }, () => []);
  values[0] = Object.values(titles);
  const cells = new Map<string, Partial<Cell>>();
  for (const [place] of columns.entries()) cells.set(`0,${place}`, { style: { font: { bold: true } } });
  for (const { row, cells: given } of rows) {
    values[row - 1] = columns.map((c) => given[c] || null);
    for (const place of columns.keys()) {
      const text = texts.get(`${row - 1},${place}`);
      cells.set(`${row - 1},${place}`, {
        style: { numFmt: '@', ...(text === undefined ? {} : { fill: bad }) },
        ...(text === undefined ? {} : { comment: { author, text } }),
      });
    }
  }
  return writeXlsx({
    sheets: [{ name, rows: values, cells, columns: columns.map(() => ({ width: 18 })), freezePane: { rows: 1 } }],
  });
}
