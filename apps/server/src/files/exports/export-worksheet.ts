import { setImmediate as breathe } from 'node:timers/promises';
import type { Cell, SheetColumn } from '../../platform/spreadsheet/sheet-xml';
import { workbook } from '../../platform/spreadsheet/workbook';
import type { ExportColumn, ExportContext } from '../../platform/exports/export-registry';
import { chosenColumns, columnTitle, valueOf } from './export-cells';
import type { ListFile, OnRows } from './to-write';

const pause = 100;

/**
 * A list as the workbook of its reader: chosen columns in their order, and after them what only workbooks have; words,
 * times and distances as the reader reads them.
 */
export function listWorkbook(
  { list, open, columns: chosen, reader }: ListFile,
  { tx, total }: { tx: Parameters<ListFile['open']['rows']>[0]; total: number },
  onRows: OnRows,
): AsyncIterable<Uint8Array> {
  const columns = [...chosenColumns(list, chosen), ...list.columns.filter((c) => c.extra)];
  const cellsOf = (row: unknown, no: number | null): Cell[] =>
    columns.map((column) => (column === 'no' ? no : valueOf(column, row, reader, reader.units)));
  async function* rows(): AsyncGenerator<Cell[][]> {
    let written = 0;
    for await (const batch of open.rows(tx)) {
      for (let from = 0; from < batch.length; from += pause) {
        // thousands of cells of work: others have their turn in between, an SOS call is not to wait for a workbook
        await breathe();
        yield batch.slice(from, from + pause).map((row) => cellsOf(row, total - written++));
      }
      await onRows(written);
    }
    if (open.totals === undefined || written === 0) return;
    yield [cellsOf(await open.totals(tx), null)];
  }
  const sheet = columns.map((column) =>
    column === 'no'
      ? { header: reader.t('common.no'), kind: 'number' as const, width: 8 }
      : headed(column, reader, reader.units),
  );
  return workbook([{ title: reader.t(list.title), columns: sheet, rows: rows() }], reader.timeZone);
}

/** The header of a time names its zone, that of a measure its unit. */
function headed(column: ExportColumn<unknown>, context: ExportContext, units: 'km' | 'mile'): SheetColumn {
  const { kind, decimals, width } = column;
  const { timeZone } = context;
  const title = columnTitle(column, context, units);
  return {
    header: kind === 'moment' ? `${title} (${timeZone})` : title,
    kind,
    decimals,
    width: kind === 'moment' ? Math.max(width ?? 0, timeZone.length + 10, 20) : width,
  };
}
