import type { ExportFormat } from '@headland/contracts/export';
import { type DistanceUnit, inDistanceUnit } from '@headland/domain/distance-unit';
import type { MessageKey } from '@headland/i18n/catalogue';
import { formatMessage } from '@headland/i18n/format-message';
import type { Language } from '@headland/i18n/messages';
import type { Cell } from '../../platform/spreadsheet/sheet-xml';
import { wallClock } from '../../platform/spreadsheet/wall-clock';
import type { ExportColumn, ExportContext, ListToExport } from '../../platform/exports/export-registry';

/** What the cells of an export are, whatever it is written as: the columns that were chosen, and their values. */
export type Shown = 'no' | ExportColumn<unknown>;

/** The same few texts occur in every row: each is looked up once. */
export function translateTo(language: Language): ExportContext['t'] {
  const known = new Map<MessageKey, string>();
  return (key, values) => {
    if (values !== undefined) return formatMessage(language, key, values);
    let translate = known.get(key);
    if (translate === undefined) known.set(key, (translate = formatMessage(language, key)));
    return translate;
  };
}

/**
 * The shown columns in their order. A name that no column of the export has is a column that is for the screen alone; where
 * none is named, or none is left, all are exported.
 */
export function chosenColumns(list: ListToExport, chosen: readonly string[]): Shown[] {
  const screen = list.columns.filter((c) => !c.extra);
  const named = [...new Set(chosen)].flatMap((key): Shown[] =>
    key === 'no' ? ['no'] : screen.filter((c) => c.key === key),
  );
  return named.some((c) => c !== 'no') ? named : [...(list.bulk ? [] : ['no' as const]), ...screen];
}

/** Its name, and the unit of what it measures. */
export function columnTitle(
  { title, unit }: ExportColumn<unknown>,
  { t, language }: ExportContext,
  units: DistanceUnit,
): string {
  const name = typeof title === 'string' ? t(title) : title[language];
  const behind =
    unit === 'distance' ? t(`unit.${units}`) : unit === 'speed' ? t(units === 'mile' ? 'unit.mph' : 'unit.kmh') : unit;
  return behind === undefined ? name : `${name} (${behind})`;
}

export function valueOf(
  column: ExportColumn<unknown>,
  row: unknown,
  context: ExportContext,
  units: DistanceUnit,
): Cell {
  const value = column.value(row, context);
  const convertible = column.unit === 'distance' || column.unit === 'speed';
  return convertible && typeof value === 'number' ? inDistanceUnit(value, units) : value;
}

/** `{key}_{YYYYMMDD-HHmm}.xlsx`, or `.pdf`, by the caller's clock. */
export function fileNameOf(
  list: Pick<ListToExport, 'file'>,
  { format, at, timeZone }: { format: ExportFormat; at: Date; timeZone: string },
): string {
  const [day = '', time = ''] = new Date(wallClock(timeZone)(at.getTime())).toISOString().split('T');
  return `${list.file}_${day.replaceAll('-', '')}-${time.slice(0, 5).replace(':', '')}.${format}`;
}
