import { setImmediate as breathe } from 'node:timers/promises';
import type { ExportBody } from '@headland/contracts/export';
import type { MessageKey } from '@headland/i18n/catalogue';
import type { Language } from '@headland/i18n/messages';
import { formatMessage } from '@headland/i18n/format-message';
import type { Tx } from '../../platform/database/rows';
import type { Cell, SheetColumn } from '../../platform/spreadsheet/sheet-xml';
import { workbook } from '../../platform/spreadsheet/workbook';
import { wallClock } from '../../platform/spreadsheet/wall-clock';
import type { Caller } from '../../platform/caller';
import type { ExportColumn, ExportContext, ListToExport, OpenList } from '../../platform/exports/export-registry';

const milesPerKm = 0.621371;
const pause = 100;
type Units = 'km' | 'mile';
type Shown = 'no' | ExportColumn<unknown>;

/** A list as the workbook of this caller: chosen columns in their order, words, times and distances as the caller reads them. */
export function listWorkbook(
  list: ListToExport,
  {
    columns: chosen,
    who: caller,
    units,
  }: { columns: ExportBody['columns']; who: Pick<Caller, 'language' | 'timeZone'>; units: Units },
  source: { tx: Tx; open: OpenList<unknown>; total: number },
  onBatch: (written: number) => Promise<void> = () => Promise.resolve(),
): AsyncIterable<Uint8Array> {
  const { language, timeZone } = caller;
  const context: ExportContext = { language, timeZone, t: translateTo(language) };
  const columns = columnsFor(list, chosen);
  const cellsOf = (row: unknown, no: number | null): Cell[] =>
    columns.map((column) => (column === 'no' ? no : valueOf(column, row, context, units)));
  async function* rows(): AsyncGenerator<Cell[][]> {
    let written = 0;
    for await (const batch of source.open.rows(source.tx)) {
      for (let from = 0; from < batch.length; from += pause) {
        // thousands of cells of work: others have their turn in between, an SOS call is not to wait for a workbook
        await breathe();
        yield batch.slice(from, from + pause).map((row) => cellsOf(row, source.total - written++));
      }
      await onBatch(written);
    }
    if (source.open.totals === undefined || written === 0) return;
    yield [cellsOf(await source.open.totals(source.tx), null)];
  }
  const sheet = columns.map((column) =>
    column === 'no'
      ? { header: context.t('common.no'), kind: 'number' as const, width: 8 }
      : headed(column, context, units),
  );
  return workbook({ title: context.t(list.title), columns: sheet, timeZone }, rows());
}

/** The same few texts occur in every row: each is looked up once. */
function translateTo(language: Language): ExportContext['t'] {
  const known = new Map<MessageKey, string>();
  return (key, values) => {
    if (values !== undefined) return formatMessage(language, key, values);
    let translate = known.get(key);
    if (translate === undefined) known.set(key, (translate = formatMessage(language, key)));
    return translate;
  };
}

/**
 * The shown columns in their order, and after them what only workbooks have. A name that no column of the workbook has is a column that is for the
 * screen alone; where none is named, or none is left, all are exported.
 */
function columnsFor(list: ListToExport, chosen: readonly string[]): Shown[] {
  const screen = list.columns.filter((c) => !c.extra);
  const named = [...new Set(chosen)].flatMap((key): Shown[] =>
    key === 'no' ? ['no'] : screen.filter((c) => c.key === key),
  );
  const shown: Shown[] = named.some((c) => c !== 'no') ? named : [...(list.bulk ? [] : ['no' as const]), ...screen];
  return [...shown, ...list.columns.filter((c) => c.extra)];
}

/** The header of a time names its zone, that of a measure its unit. */
function headed(
  { title, kind, unit, decimals, width }: ExportColumn<unknown>,
  { t, timeZone, language }: ExportContext,
  units: Units,
): SheetColumn {
  const name = typeof title === 'string' ? t(title) : title[language];
  const behind = kind === 'moment' ? timeZone : unit === 'distance' ? t(`unit.${units}`) : unit;
  return {
    header: behind === undefined ? name : `${name} (${behind})`,
    kind,
    decimals,
    width: kind === 'moment' ? Math.max(width ?? 0, timeZone.length + 10, 20) : width,
  };
}

function valueOf(column: ExportColumn<unknown>, row: unknown, context: ExportContext, units: Units): Cell {
  const value = column.value(row, context);
  return column.unit === 'distance' && units === 'mile' && typeof value === 'number' ? value * milesPerKm : value;
}

/** `{key}_{YYYYMMDD-HHmm}.xlsx`, by the caller's clock. */
export function fileNameOf(list: Pick<ListToExport, 'file'>, at: Date, timeZone: string): string {
  const [day = '', time = ''] = new Date(wallClock(timeZone)(at.getTime())).toISOString().split('T');
  return `${list.file}_${day.replaceAll('-', '')}-${time.slice(0, 5).replace(':', '')}.xlsx`;
}
