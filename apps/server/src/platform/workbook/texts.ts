import type { ProblemValues } from '@headland/contracts/errors';
import type { CellError } from '@headland/contracts/workbook';
import type { CellRules, SheetTable } from '@headland/domain/workbook';
import { isMessageKey } from '@headland/i18n/catalogue';
import { formatMessage } from '@headland/i18n/format-message';
import { type Language, languages } from '@headland/i18n/messages';
import type { Caller } from '../caller';
import { wallClock } from '../spreadsheet/wall-clock';
import type { Mark } from './xlsx';

/** The comments of invalid cells, in the member's language and time zone. */
export function marksOf<C extends string>(
  errors: readonly CellError<C>[],
  titles: Record<C, string>,
  { language, timeZone }: Pick<Caller, 'language' | 'timeZone'>,
): Mark[] {
  const clock = wallClock(timeZone);
  const written = (values: CellError['values'] = {}): typeof values =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        isMoment(value) ? minuteText(clock(Date.parse(value))) : value,
      ]),
    );
  return errors.map(({ row, column, message, values }) => ({
    row,
    column,
    text: isMessageKey(message)
      ? formatMessage(language, message, { label: titles[column], ...written(values) })
      : message,
  }));
}
const isMoment = (value: string | number): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/u.test(value);
const minuteText = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ');

/** Missing columns by the titles that the template has in the reader's language. */
export function namingColumns({ columns, ...values }: ProblemValues, titles: Record<string, string>): ProblemValues {
  if (typeof columns !== 'string') return values;
  return {
    ...values,
    columns: columns
      .split(',')
      .map((c) => titles[c] ?? c)
      .join(', '),
  };
}

/** The name of the marked workbook: that of the file that was sent, and a word for its errors. */
export const reportName = (fileName: string, word: string): string =>
  `${fileName.replace(/\.\w{1,5}$/u, '')}_${word}.xlsx`;

/** A table with its titles in every language, and its titles in one. */
export function sheetTable<C extends string>(
  sheet: CellRules<C>,
  titleOf: (column: C, language: Language) => string,
): { table: SheetTable<C>; titlesOf: (language: Language) => Record<C, string> } {
  const byColumn = <T>(value: (column: C) => T) =>
    Object.fromEntries(sheet.columns.map((c) => [c, value(c)])) as Record<C, T>;
  return {
    table: {
      ...sheet,
      titles: byColumn((c) => languages.map((language) => titleOf(c, language))),
      help: languages.map((language) => formatMessage(language, 'workbook.template.help')),
    },
    titlesOf: (language) => byColumn((c) => titleOf(c, language)),
  };
}
