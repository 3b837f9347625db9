import { type ExportBody, exportAtOnce, pdfAtOnce, pdfRowLimit } from '@headland/contracts/export';
import type { DistanceUnit } from '@headland/domain/distance-unit';
import type { Tx } from '../../platform/database/rows';
import type { BoardPart, OpenBoard, OpenList } from '../../platform/exports/export-registry';
import type { Caller } from '../../platform/caller';
import { boardPdf } from './board-pdf';
import { boardWorkbook } from './board-workbook';
import { translateTo } from './export-cells';
import { type Opened, refuseTooMany } from './export-request';
import { listWorkbook } from './export-worksheet';
import { listPdf } from './list-pdf';
import type { ExportReader, ListFile, OnRows } from './to-write';

/** The file of an export: a list or a board, as a workbook or as PDF. */
export interface ExportFile {
  /** Rows of the file. Throws EXPORT_TOO_LARGE. */
  count: (tx: Tx) => Promise<number>;
  /** so many are not written in a request */
  isLong: (rows: number) => boolean;
  write: (tx: Tx, onRows?: OnRows) => AsyncIterable<Uint8Array>;
}

type Who = Pick<Caller, 'language' | 'timeZone' | 'scope' | 'name'>;
export function exportFile(
  opened: Opened,
  { format, columns }: Pick<ExportBody, 'format' | 'columns'>,
  { language, timeZone, scope, name }: Who,
  { units, at }: { units: DistanceUnit; at: Date },
): ExportFile {
  const reader = { language, timeZone, scope, name, units, at, t: translateTo(language) };
  return 'parts' in opened.open
    ? fileOfBoard(opened as Extract<Opened, { open: OpenBoard }>, format, reader)
    : fileOfList({ ...(opened as Extract<Opened, { open: OpenList<unknown> }>), columns, reader }, format);
}

function fileOfList(file: ListFile, format: ExportBody['format']): ExportFile {
  let total: Promise<number> | undefined;
  const all = (tx: Tx): Promise<number> => (total ??= file.open.count(tx));
  if (format === 'pdf')
    return {
      count: async (tx) => Math.min(await all(tx), pdfRowLimit),
      isLong: (rows) => rows > pdfAtOnce,
      write: async function* (tx, onRows = ignore) {
        yield await listPdf(file, { tx, total: await all(tx) }, onRows);
      },
    };
  return {
    count: async (tx) => {
      refuseTooMany(file.list, await all(tx));
      return all(tx);
    },
    isLong: (rows) => file.list.bulk !== undefined || rows > exportAtOnce,
    write: async function* (tx, onRows = ignore) {
      yield* listWorkbook(file, { tx, total: await all(tx) }, async (written) => {
        // the count of measured data is an estimate
        refuseTooMany(file.list, written);
        await onRows(written);
      });
    },
  };
}

/** Its parts are few, and read once. */
function fileOfBoard(
  { list, filter, open }: Extract<Opened, { open: OpenBoard }>,
  format: ExportBody['format'],
  reader: ExportReader,
): ExportFile {
  let read: Promise<BoardPart[]> | undefined;
  const parts = (): Promise<BoardPart[]> => (read ??= open.parts(reader));
  return {
    count: async () => (await parts()).reduce((rows, part) => rows + part.rows.length, 0),
    isLong: () => false,
    write: async function* (tx) {
      const board = { list, filter, about: open.about(reader), parts: await parts(), reader };
      if (format === 'pdf') yield await boardPdf(board, tx);
      else yield* boardWorkbook(board, tx);
    },
  };
}

const ignore: OnRows = () => Promise.resolve();
