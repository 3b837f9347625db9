import { pdfColumnLimit, pdfRowLimit } from '@headland/contracts/export';
import type { Tx } from '../../platform/database/rows';
import { tablePdf } from '../../platform/pdf/table-pdf';
import type { Cell } from '../../platform/spreadsheet/sheet-xml';
import { wallClock } from '../../platform/spreadsheet/wall-clock';
import type { ExportColumn } from '../../platform/exports/export-registry';
import { conditionsInWords } from './conditions-in-words';
import { chosenColumns, columnTitle, type Shown, valueOf } from './export-cells';
import type { ExportReader, ListFile, OnRows } from './to-write';
import { clockText, madeAtText } from './made-text';

/**
 * A list as it is read on paper: the chosen columns in their order, as their texts are on the screen. What does not go on
 * paper is said: rows after the first, columns after the first.
 */
export async function listPdf(
  file: ListFile,
  { tx, total }: { tx: Tx; total: number },
  onRows: OnRows,
): Promise<Uint8Array> {
  const { list, open, filter, reader } = file;
  const { t, language, units } = reader;
  const all = chosenColumns(list, file.columns);
  // of several with one key the screen shows the first
  const chosen = all.filter((one, i) => one === 'no' || all.findIndex((c) => c !== 'no' && c.key === one.key) === i);
  const columns = chosen.slice(0, pdfColumnLimit);
  const write = columns.map((column) => cellText(column, reader));
  const rows: string[][] = [];
  read: for await (const batch of open.rows(tx))
    for (const row of batch) {
      if (rows.length === pdfRowLimit) break read;
      const no = total - rows.length;
      rows.push(write.map((text) => text(row, no)));
    }
  const totals = open.totals === undefined || rows.length === 0 ? null : await open.totals(tx);
  const conditions = await conditionsInWords(tx, list, filter, reader);
  const more = total - rows.length;
  const moreRows = more > 0 ? t('exportPdf.moreRows', { shown: rows.length, more }) : undefined;
  const missing = chosen.slice(pdfColumnLimit).map((column) => titleOf(column, reader));
  return tablePdf(
    {
      language,
      title: t(list.title),
      lines: [
        conditions.length === 0
          ? t('exportPdf.all')
          : t('exportPdf.conditions', { conditions: conditions.join(' · ') }),
        [t('exportPdf.rows', { rows: total }), madeAtText(reader)].join(' · '),
        ...(moreRows === undefined ? [] : [moreRows]),
        ...(missing.length === 0 ? [] : [t('exportPdf.moreColumns', { columns: missing.join(', ') })]),
      ],
      head: columns.map((column) => ({
        text: titleOf(column, reader),
        align: column === 'no' || column.kind === 'number' ? 'right' : 'left',
      })),
      rows,
      totals: totals === null ? undefined : write.map((text) => text(totals, null)),
      end: moreRows,
      footer: t('exportPdf.footer', { title: t(list.title) }),
      madeAt: reader.at,
    },
    onRows,
  );

  function titleOf(column: Shown, context: ExportReader): string {
    return column === 'no' ? t('common.no') : columnTitle(column, context, units);
  }
}

type CellText = (row: unknown, no: number | null) => string;
function cellText(column: Shown, reader: ExportReader): CellText {
  if (column === 'no') return (_, no) => (no === null ? '' : String(no));
  const text = textOf(column, reader);
  return (row, no) => {
    const value = valueOf(column, row, reader, reader.units);
    // a sum has no dash where a column has none
    return value === null || value === undefined || value === '' ? (no === null ? '' : '–') : text(value);
  };
}

/** As the screen shows it: numbers with grouping, times by the reader's clock. */
function textOf(
  { kind, decimals, grouped }: ExportColumn<unknown>,
  { language, timeZone }: ExportReader,
): (value: NonNullable<Cell>) => string {
  switch (kind) {
    case 'text':
      return (value) => String(value).replaceAll(/\s+/gu, ' ').trim();
    case 'day':
      return (value) => (value instanceof Date ? value.toISOString() : String(value)).slice(0, 10);
    case 'moment': {
      const clock = wallClock(timeZone);
      return (value) => {
        const at = typeof value === 'number' ? value : new Date(value).getTime();
        return Number.isNaN(at) ? '–' : clockText(clock, at);
      };
    }
    case 'number': {
      const format = new Intl.NumberFormat(language, {
        useGrouping: grouped !== false,
        ...(decimals === undefined
          ? { maximumFractionDigits: 6 }
          : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
      });
      return (value) => (Number.isFinite(Number(value)) ? format.format(Number(value)) : '–');
    }
  }
}
