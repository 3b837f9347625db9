import type { Tx } from '../../platform/database/rows';
import type { BoardPart } from '../../platform/exports/export-registry';
import { chartSvg } from '../../platform/pdf/chart-svg';
import { makePdf, type Section } from '../../platform/pdf/make-pdf';
import type { Cell, SheetColumn } from '../../platform/spreadsheet/sheet-xml';
import { boardSubject } from './board-subject';
import type { BoardFile, ExportReader } from './to-write';
import { madeAtText } from './made-text';

/** A board as a report: each tile with its figure, its chart and the rows behind it. */
export async function boardPdf(file: BoardFile, tx: Tx): Promise<Uint8Array> {
  const { list, parts, reader } = file;
  const { t } = reader;
  return makePdf({
    title: t(list.title),
    subtitle: `${(await boardSubject(file, tx)).join(' · ')}\n${madeAtText(reader)}`,
    sections: parts.map((part) => section(part, reader)),
    footer: t('exportPdf.footer', { title: t(list.title) }),
    madeAt: reader.at,
  });
}

function section(
  { title, figure, columns, rows, totals, more = [], moreTitle = '', chart, note }: BoardPart,
  reader: ExportReader,
): Section {
  const text = (cells: readonly Cell[]): string[] => columns.map((column, i) => cellText(column, cells[i], reader));
  return {
    heading: title,
    ...(figure === undefined ? {} : { figure }),
    ...(note === undefined ? {} : { text: note }),
    table: {
      head: columns.map(({ header }) => header),
      rows: [...rows.map(text), ...(totals === undefined ? [] : [text(totals)])],
      numbers: columns.map(({ kind }) => kind === 'number'),
      widths: widthsOf(columns),
      dense: true,
      ...(totals === undefined ? {} : { total: true }),
    },
    ...(chart === undefined ? {} : { beside: chartSvg(chart, reader.language) }),
    ...(more.length === 0
      ? {}
      : { foot: { title: moreTitle, values: more.map(({ label, text: value }) => [label, value] as const) } }),
    whole: true,
  };
}

/** Numbers share the page, or leave it to a remark behind them. */
const widthsOf = (columns: readonly SheetColumn[]): (number | '*' | 'auto')[] => {
  const remarked = columns.at(-1)?.kind === 'text';
  return columns.map(({ kind }, i) => {
    if (kind === 'number') return remarked ? 60 : '*';
    return remarked && i === columns.length - 1 ? '*' : 'auto';
  });
};

function cellText({ kind, decimals = 0 }: SheetColumn, cell: Cell, { language }: ExportReader): string {
  if (cell === null || cell === undefined || cell === '') return '–';
  if (kind !== 'number') return String(cell);
  return Number(cell).toLocaleString(language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}
