import type { Language } from '@headland/i18n/messages';
import type { MessageKey } from '@headland/i18n/catalogue';
import { formatMessage, type MessageValues } from '@headland/i18n/format-message';
import { wallClock } from '../../platform/spreadsheet/wall-clock';

/** Puts what was done into words for a sheet or a workbook. */
export interface Formatter {
  t: (key: MessageKey, values?: MessageValues) => string;
  number: (value: number, digits: number) => string;
  item: () => null;
}
export const formatterIn = (language: Language): Formatter => ({
  t: (key, values) => formatMessage(language, key, values),
  number: (value, digits) =>
    new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value),
  item: () => null,
});

/** Times of a zone as YYYY-MM-DD HH:mm, from ISO 8601. */
export const minutesIn = (timeZone: string): ((iso: string) => string) => {
  const clock = wallClock(timeZone);
  return (iso) => new Date(clock(Date.parse(iso))).toISOString().slice(0, 16).replace('T', ' ');
};
