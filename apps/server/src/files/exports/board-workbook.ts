import type { Tx } from '../../platform/database/rows';
import type { BoardPart } from '../../platform/exports/export-registry';
import type { Cell } from '../../platform/spreadsheet/sheet-xml';
import { workbook } from '../../platform/spreadsheet/workbook';
import { boardSubject } from './board-subject';
import { madeAtText } from './made-text';
import type { BoardFile } from './to-write';

/**
 * What it is of and when it was made, then a worksheet for each part of a board: its rows, their sum, and after a free row
 * the figure of its tile and its further figures.
 */
export async function* boardWorkbook(file: BoardFile, tx: Tx): AsyncGenerator<Uint8Array> {
  const { list, parts, reader } = file;
  const title = reader.t(list.title);
  const facts = [...(await boardSubject(file, tx)), madeAtText(reader)];
  yield* workbook(
    [
      { title, columns: [{ header: title, kind: 'text', width: 60 }], rows: once(facts.map((fact) => [fact])) },
      ...parts.map((part) => ({ title: part.title, columns: part.columns, rows: rowsOf(part) })),
    ],
    reader.timeZone,
  );
}

async function* once(rows: readonly (readonly Cell[])[]): AsyncGenerator<readonly (readonly Cell[])[]> {
  yield rows;
}

async function* rowsOf({
  figure,
  columns,
  rows,
  totals,
  more = [],
  moreTitle,
  note,
}: BoardPart): AsyncGenerator<(readonly Cell[])[]> {
  yield [...rows];
  if (totals !== undefined) yield [totals];
  // in the first column, which is of texts: it has a unit and the difference to the time before
  if (figure !== undefined) yield [[], [`${figure.value} ${figure.note}`.trim()]];
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
