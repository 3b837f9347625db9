import { type CellError, maxWorkbookRows } from '@headland/contracts/workbook';
import { readRow, type SheetRow, type SheetTable } from '@headland/domain/workbook';
import type { Format, Job, ReadFile } from './job';
import { FileRefusal } from './refusal';
import { cellsAt, findTable, type FoundTable, type SheetView } from './worksheet';
import { markXlsx, writeMarked, xlsxSheets } from './xlsx';
import { unpack } from './zip';

/** What the worker does: reads the rows of a table, or writes a workbook with the bad cells marked. */
export async function work(job: Job): Promise<ReadFile | Uint8Array> {
  switch (job.kind) {
    case 'read':
      return read(job.bytes, job.table);
    case 'mark': {
      const parts = await unpack(job.bytes);
      const { found } = find(await xlsxSheets(parts), job.table);
      return markXlsx(parts, job.table, found, job.marks);
    }
    case 'write':
      return writeMarked(job.rows, job.titles, job.name, job.marks);
  }
}

/** By the first bytes: the name is not trusted. */
function formatOf(bytes: Uint8Array): Format {
  const begins = (...magic: number[]): boolean => magic.every((byte, i) => bytes[i] === byte);
  if (begins(0x50, 0x4b, 0x03, 0x04)) return 'xlsx';
  if (begins(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return 'xls';
  throw new FileRefusal('WORKBOOK_INVALID');
}

async function read(bytes: Uint8Array, table: SheetTable): Promise<ReadFile> {
  const format = formatOf(bytes);
  const { view, found } = find(
    format === 'xlsx' ? await xlsxSheets(await unpack(bytes)) : await sheetsOfXls(bytes),
    table,
  );
  const rows: SheetRow[] = [];
  const errors: CellError[] = [];
  for (let at = found.head + 1; at < view.rows; at++) {
    const cells = cellsAt(view, found, at);
    if (cells === null) continue;
    if (rows.length >= maxWorkbookRows) throw new FileRefusal('WORKBOOK_TOO_MANY_ROWS', { limit: maxWorkbookRows });
    const { errors: wrong, ...row } = readRow(table, at + 1, cells);
    rows.push(row);
    errors.push(...wrong);
  }
  if (rows.length === 0) throw new FileRefusal('WORKBOOK_EMPTY');
  return { format, columns: table.columns.filter((c) => (found.places[c] ?? -1) >= 0), rows, errors };
}

/** Its reader is large, and seldom needed. */
const sheetsOfXls = async (bytes: Uint8Array): Promise<SheetView[]> => (await import('./xls')).xlsSheets(bytes);

function find(sheets: readonly SheetView[], table: SheetTable): { view: SheetView; found: FoundTable } {
  const found = findTable(sheets, table);
  if ('sheets' in found)
    throw new FileRefusal('WORKBOOK_TWO_TABLES', { sheet: found.sheets[0], other: found.sheets[1] });
  if ('missing' in found)
    throw found.missing === null
      ? new FileRefusal('WORKBOOK_EMPTY')
      : new FileRefusal('WORKBOOK_NO_COLUMNS', { columns: found.missing.join(',') });
  return { view: sheets[found.sheet] as SheetView, found };
}
