import * as XLSX from '@e965/xlsx';
import type { SheetCell } from '@headland/domain/workbook';
import { FileRefusal } from './refusal';
import type { SheetView } from './worksheet';

/** The sheets of an .xls (BIFF): only what is one is given to the reader, which would take any text for a table. */
export function xlsSheets(bytes: Uint8Array): SheetView[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const container = XLSX.CFB.read(buffer, { type: 'buffer' });
  // a workbook with a password is a package under another name, or is found when it is read
  if (!XLSX.CFB.find(container, 'Workbook') && !XLSX.CFB.find(container, 'Book'))
    throw new FileRefusal('WORKBOOK_UNREADABLE');
  const book = XLSX.read(buffer, {
    type: 'buffer',
    dense: true,
    cellFormula: true,
    cellNF: true,
    cellText: false,
    cellHTML: false,
  });
  const date1904 = book.Workbook?.WBProps?.date1904 === true;
  return book.SheetNames.map((name, at) => {
    const rows = (book.Sheets[name]?.['!data'] ?? []) as (XLSX.CellObject | undefined)[][];
    return {
      name,
      // 1: hidden, 2: so that only a program shows it
      hidden: (book.Workbook?.Sheets?.[at]?.Hidden ?? 0) !== 0,
      rows: rows.length,
      width: (row) => rows[row]?.length ?? 0,
      cell: (row, column) => cellOf(rows[row]?.[column], date1904),
    };
  });
}

function cellOf(cell: XLSX.CellObject | undefined, date1904: boolean): SheetCell {
  if (cell === undefined) return null;
  // one of a shared or array formula may have nothing but the place for its range
  if ('f' in cell || 'F' in cell) return { kind: 'formula', text: `=${cell.f ?? ''}` };
  switch (cell.t) {
    case 'n': {
      const value = Number(cell.v);
      if (typeof cell.z !== 'string' || !XLSX.SSF.is_date(cell.z)) return { kind: 'number', value };
      const date = XLSX.SSF.parse_date_code(value, { date1904 }) as { y: number; m: number; d: number } | null;
      return date
        ? {
            kind: 'day',
            day: `${String(date.y).padStart(4, '0')}-${String(date.m).padStart(2, '0')}-${String(date.d).padStart(2, '0')}`,
          }
        : { kind: 'number', value };
    }
    case 's':
      return { kind: 'text', text: String(cell.v ?? '') };
    case 'b':
      return { kind: 'other', text: cell.v === true ? 'TRUE' : 'FALSE' };
    case 'e':
      return { kind: 'other', text: '#N/A' };
    default:
      return null;
  }
}
