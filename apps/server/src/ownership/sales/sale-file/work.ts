import { type CellError, maxSaleRows } from '@headland/contracts/sale';
import { readRow, type ReadRow, rowErrors, phoneErrors, twiceErrors } from '@headland/domain/sale';
import type { Format, Job, ReadFile, Result } from './job';
import { FileRefusal } from './refusal';
import { cellsAt, findTable, type SheetView, type Table } from './worksheet';
import { markXlsx, writeMarked, xlsxSheets } from './xlsx';
import { packed, unpack } from './zip';

/** What the worker does: reads a file of sales and judges its rows by themselves, or writes one with the bad cells marked. */
export async function work<J extends Job>(job: J): Promise<Result<J>>;
export async function work(job: Job): Promise<ReadFile | Uint8Array> {
  switch (job.kind) {
    case 'read':
      return read(job.bytes, job.today);
    case 'mark': {
      const archive = packed(await unpack(job.bytes));
      const { table } = tableOf(await xlsxSheets(archive));
      return markXlsx(archive, table, job.marks);
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
  throw new FileRefusal('SALE_FILE_NOT_WORKBOOK');
}

async function read(bytes: Uint8Array, today: string): Promise<ReadFile> {
  const format = formatOf(bytes);
  const { view, table } = tableOf(
    format === 'xlsx' ? await xlsxSheets(packed(await unpack(bytes))) : await sheetsOfXls(bytes),
  );
  const rows: ReadRow[] = [];
  const errors: CellError[] = [];
  for (let at = table.head + 1; at < view.rows; at++) {
    const cells = cellsAt(view, table, at);
    if (cells === null) continue;
    if (rows.length >= maxSaleRows) throw new FileRefusal('SALE_FILE_TOO_MANY_ROWS', { limit: maxSaleRows });
    const { errors: wrong, ...row } = readRow(at + 1, cells);
    rows.push(row);
    errors.push(...wrong, ...rowErrors(row, today));
  }
  if (rows.length === 0) throw new FileRefusal('SALE_FILE_EMPTY');
  return { format, rows, errors: [...errors, ...twiceErrors(rows), ...phoneErrors(rows)] };
}

/** Its reader is large, and seldom needed. */
const sheetsOfXls = async (bytes: Uint8Array): Promise<SheetView[]> => (await import('./xls')).xlsSheets(bytes);

function tableOf(sheets: readonly SheetView[]): { view: SheetView; table: Table } {
  const found = findTable(sheets);
  if ('missing' in found)
    throw found.missing === null
      ? new FileRefusal('SALE_FILE_EMPTY')
      : new FileRefusal('SALE_FILE_NO_COLUMNS', { columns: found.missing.join(',') });
  return { view: sheets[found.sheet] as SheetView, table: found };
}
