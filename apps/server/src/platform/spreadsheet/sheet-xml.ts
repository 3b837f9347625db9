import type { ByteWriter } from './byte-writer';
import { wallClock } from './wall-clock';

export type CellKind = 'text' | 'number' | 'moment' | 'day';
/**
 * A moment is a Date, epoch ms or ISO text, a day YYYY-MM-DD, a number may be its decimal text, as the database writes it; null and undefined leave
 * the cell empty.
 */
export type Cell = string | number | Date | null | undefined;
export interface SheetColumn {
  header: string;
  kind: CellKind;
  /** of a number; none: unrounded */
  decimals?: number | undefined;
  /** in characters */
  width?: number | undefined;
}

/** The limit of a worksheet, its header included. */
export const maxSheetRows = 1_048_576;
/** The limit of a cell; programs report a longer one as a broken file. */
const longest = 32_767;
const dayMs = 86_400_000;
/** Day 0 of a workbook's calendar. */
const epoch = Date.UTC(1899, 11, 30);
/** Programs agree on the dates between these. */
const firstMs = Date.UTC(1900, 2, 1);
const lastMs = Date.UTC(9999, 11, 30);
const widths: Record<CellKind, number> = { text: 20, number: 12, moment: 20, day: 12 };

export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/**
 * Everything before the first row, and the row of headers. The styles are those of `stylesXml`, one for each column, after
 * those of the worksheets before.
 */
export const sheetStart = (columns: readonly SheetColumn[], stylesBefore: number): string =>
  `${xmlHead}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
  `<sheetFormatPr defaultRowHeight="15"/><cols>${columns.map((c, i) => `<col min="${i + 1}" max="${i + 1}" width="${c.width ?? widths[c.kind]}" style="${stylesBefore + i + 1}" customWidth="1"/>`).join('')}</cols>` +
  `<sheetData><row r="1">${columns.map((c, i) => textCell(c.header, stylesBefore + i + 1)).join('')}</row>`;
export const sheetEnd = '</sheetData></worksheet>';

export const stylesXml = (columns: readonly SheetColumn[]): string =>
  `${xmlHead}<styleSheet xmlns="${main}"><numFmts count="${columns.length}">${columns.map((c, i) => `<numFmt numFmtId="${164 + i}" formatCode="${formatOf(c)}"/>`).join('')}</numFmts>` +
  '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="${columns.length + 1}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>${columns.map((_, i) => `<xf numFmtId="${164 + i}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`).join('')}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

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

type Value = string | number | Date;
type CellWriter = (out: ByteWriter, value: Value) => void;

/**
 * Writes one row. Cells have no reference of their own: the format derives it from their place in the row, and a third of the
 * bytes is saved.
 */
export function rowWriter(
  columns: readonly SheetColumn[],
  timeZone: string,
  stylesBefore: number,
): (out: ByteWriter, row: readonly Cell[], number: number) => void {
  const clock = wallClock(timeZone);
  const writers = columns.map(({ kind }, i) => cellWriter(kind, stylesBefore + i + 1, clock));
  const empty = columns.map((_, i) => emptyCell(stylesBefore + i + 1));
  return (out, row, number) => {
    out.ascii(`<row r="${number}">`);
    for (let i = 0; i < writers.length; i++) {
      const value = row[i];
      if (value === null || value === undefined || value === '') out.ascii(empty[i] as string);
      else (writers[i] as CellWriter)(out, value);
    }
    out.ascii('</row>');
  };
}

function cellWriter(kind: CellKind, style: number, clock: (at: number) => number): CellWriter {
  const start = `<c s="${style}"><v>`;
  const empty = emptyCell(style);
  const writeNumber = (out: ByteWriter, printed: string): void => {
    out.ascii(start);
    out.ascii(printed);
    out.ascii('</v></c>');
  };
  switch (kind) {
    case 'text':
      return (out, value) => out.utf8(textCell(value instanceof Date ? value.toISOString() : String(value), style));
    case 'number':
      return (out, value) => {
        const printed = String(value);
        if (isDecimal(printed)) writeNumber(out, printed);
        else out.ascii(empty);
      };
    case 'moment':
      return (out, value) => {
        const at = typeof value === 'number' ? value : new Date(value).getTime();
        if (Number.isNaN(at)) out.ascii(empty);
        else if (at < firstMs || at > lastMs) out.utf8(textCell(outOfCalendar(at), style));
        // whole seconds: the format shows no more, and a fraction would be rounded up to the next
        else writeNumber(out, String(serial(Math.floor(clock(at) / 1000) * 1000)));
      };
    case 'day':
      return (out, value) => {
        const at =
          value instanceof Date
            ? value.getTime()
            : typeof value === 'number'
              ? value
              : Date.parse(`${value.slice(0, 10)}T00:00:00Z`);
        if (Number.isNaN(at)) out.ascii(empty);
        else if (at < firstMs || at > lastMs) out.utf8(textCell(outOfCalendar(at).slice(0, 10), style));
        else writeNumber(out, String(Math.floor(serial(at))));
      };
  }
}

/** Digits, a point, signs, an exponent: what is printed of a finite number. NaN and Infinity are none, nor is markup. */
function isDecimal(printed: string): boolean {
  for (let i = 0; i < printed.length; i++) {
    const c = printed.charCodeAt(i);
    if ((c < 48 || c > 57) && c !== 46 && c !== 45 && c !== 43 && c !== 101) return false;
  }
  return true;
}

const serial = (at: number): number => (at - epoch) / dayMs;
/** A broken clock names times that no workbook has: they stay readable as text. */
const outOfCalendar = (at: number): string =>
  Math.abs(at) <= 8.64e15 ? new Date(at).toISOString() : String(Math.trunc(at));

const emptyCell = (style: number): string => `<c s="${style}"/>`;
const textCell = (text: string, style: number): string =>
  `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

/**
 * Text within the limits of a cell. `_x0041_` is how workbooks escape a character: the same text is escaped, so that it
 * stays literal. So are characters that XML has no other form for.
 */
function escaped(text: string): string {
  const plain = text.length > longest ? text.slice(0, longest) : text;
  if (!special.test(plain)) return plain;
  return plain
    .replaceAll(/[\uFFFE\uFFFF]/gu, '')
    .replaceAll(/_x(?=[0-9A-Fa-f]{4}_)/gu, '_x005F_x')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(control, (c) => `_x${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`);
}
// eslint-disable-next-line no-control-regex -- they are what is looked for: XML allows tab and line feed alone
const control = /[\u0000-\u0008\u000B-\u001F]/gu;
// eslint-disable-next-line no-control-regex -- as above
const special = /[&<>\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]|_x[0-9A-Fa-f]{4}_/u;
