import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { type CellValue, writeXlsxStream } from 'hucre/xlsx';
import { wallClock } from './wall-clock';

export type CellKind = 'text' | 'number' | 'moment' | 'day';
/** A moment is a Date or ISO text, a day YYYY-MM-DD; null and undefined leave the cell empty. */
export type Cell = string | number | Date | null | undefined;
export interface SheetColumn {
  header: string;
  kind: CellKind;
  /** of a number; none: unrounded */
  decimals?: number | undefined;
  /** in characters */
  width?: number | undefined;
}

/**
 * A workbook with one worksheet, written as its rows arrive, so its length does not matter for memory. Times are dates
 * of the workbook in the zone's wall-clock time. Text cells have the type and the format for text, so that no program
 * takes `=1+1` for a formula, not even when somebody edits the cell.
 */
export function workbook(
  worksheet: { title: string; columns: readonly SheetColumn[]; timeZone: string },
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
): AsyncIterable<Uint8Array> {
  const clock = wallClock(worksheet.timeZone);
  const { columns } = worksheet;
  async function* cells(): AsyncGenerator<CellValue[]> {
    for await (const row of rows) yield columns.map((column, i) => stored(row[i], column.kind, clock));
  }
  const stream = writeXlsxStream(cells(), {
    name: sheetName(worksheet.title),
    columns: columns.map((c) => ({
      header: plain(c.header),
      width: c.width ?? widths[c.kind],
      style: { numFmt: formatOf(c) },
    })),
    freezePane: { rows: 1 },
  });
  return Readable.fromWeb(stream as NodeReadableStream<Uint8Array>) as AsyncIterable<Uint8Array>;
}

const widths: Record<CellKind, number> = { text: 20, number: 12, moment: 20, day: 12 };
/** The limit of a cell; programs report a longer one as a broken file. */
const longest = 32_767;
const dayMs = 86_400_000;
/** Day 0 of a workbook's calendar. */
const epoch = Date.UTC(1899, 11, 30);
const serial = (at: number): number => (at - epoch) / dayMs;

function formatOf({ kind, decimals }: SheetColumn): string {
  switch (kind) {
    case 'text':
      return '@';
    case 'moment':
      return 'yyyy-mm-dd hh:mm:ss';
    case 'day':
      return 'yyyy-mm-dd';
    case 'number':
      return decimals === undefined ? 'General' : decimals === 0 ? '0' : `0.${'0'.repeat(decimals)}`;
  }
}

function stored(value: Cell, kind: CellKind, clock: (at: number) => number): CellValue {
  if (value === null || value === undefined || value === '') return null;
  switch (kind) {
    case 'text':
      return plain(value instanceof Date ? value.toISOString() : String(value));
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? value : null;
    case 'moment': {
      const at = new Date(value).getTime();
      // whole seconds: the format shows no more, and a fraction would be rounded up to the next
      return Number.isNaN(at) ? null : serial(Math.floor(clock(at) / 1000) * 1000);
    }
    case 'day': {
      const at = value instanceof Date ? value.getTime() : Date.parse(`${String(value).slice(0, 10)}T00:00:00Z`);
      return Number.isNaN(at) ? null : Math.floor(serial(at));
    }
  }
}

/**
 * Text within the limits of a cell. `_x0041_` is how workbooks escape a character: the same text is escaped, so that it
 * stays literal.
 */
const plain = (text: string): string =>
  text
    .slice(0, longest)
    .replaceAll(/[\uFFFE\uFFFF]/gu, '')
    .replaceAll(/_x(?=[0-9A-Fa-f]{4}_)/gu, '_x005F_x');

const sheetName = (title: string): string =>
  title
    .replaceAll(/[[\]:*?/\\]/gu, ' ')
    .replaceAll(/^'+|'+$/gu, '')
    .trim()
    .slice(0, 31) || 'Sheet1';
