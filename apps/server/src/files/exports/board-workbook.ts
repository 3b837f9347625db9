import type { BoardPart } from '../../platform/exports/export-registry';
import type { Cell } from '../../platform/spreadsheet/sheet-xml';
import { workbook } from '../../platform/spreadsheet/workbook';
import type { BoardFile } from './to-write';

/** A worksheet for each part of a board: its rows, their sum, and after a free row its further figures. */
export const boardWorkbook = ({ parts, reader }: BoardFile): AsyncIterable<Uint8Array> =>
  workbook(
    parts.map((part) => ({ title: part.title, columns: part.columns, rows: rowsOf(part) })),
    reader.timeZone,
  );

async function* rowsOf({
  columns,
  rows,
  totals,
  more = [],
  moreTitle,
  note,
}: BoardPart): AsyncGenerator<(readonly Cell[])[]> {
  yield [...rows];
  if (totals !== undefined) yield [totals];
  if (more.length > 0) {
    // the number belongs into a column of numbers
    const place = Math.max(
      1,
      columns.findIndex(({ kind }) => kind === 'number'),
    );
    yield [
      [],
      ...(moreTitle === undefined ? [] : [[moreTitle]]),
      ...more.map(({ label, unit, value }) => {
        const name = unit === undefined ? label : `${label} (${unit})`;
        return columns.map((_, i) => (i === 0 ? name : i === place ? value : null));
      }),
    ];
  }
  if (note !== undefined) yield [[], [note]];
}
