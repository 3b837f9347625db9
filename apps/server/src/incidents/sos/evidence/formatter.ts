import type { MessageKey } from '@headland/i18n/catalogue';
import type { Language } from '@headland/i18n/messages';
import { formatMessage, type MessageValues } from '@headland/i18n/format-message';

/**
 * Texts, times and numbers for one reader. Units stay those of the machine (km, km/h, °C), since others read the
 * document, too.
 */
export interface Formatter {
  language: Language;
  t: (key: MessageKey, values?: MessageValues) => string;
  /** YYYY-MM-DD HH:mm:ss.SSS in the reader's time zone; – if there is none */
  moment: (at: Date | string | number | null | undefined) => string;
  number: (value: number | null | undefined, digits: number, unit?: string) => string;
}
export const none = '–';

export function formatterOf(language: Language, timeZone: string): Formatter {
  const numbers = new Map<number, Intl.NumberFormat>();
  const numberOf = (digits: number): Intl.NumberFormat => {
    const known =
      numbers.get(digits) ??
      new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    numbers.set(digits, known);
    return known;
  };
  const momentOf = momentsIn(timeZone);
  return {
    language,
    t: (key, values) => formatMessage(language, key, values),
    moment: (at) => (at === null || at === undefined ? none : momentOf(new Date(at))),
    number: (value, digits, unit) =>
      value === null || value === undefined
        ? none
        : `${numberOf(digits).format(value)}${unit === undefined ? '' : ` ${unit}`}`,
  };
}

/** Formats times in an IANA zone: YYYY-MM-DD HH:mm:ss.SSS. */
export function momentsIn(timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
  });
  return (at) => {
    const of = Object.fromEntries(format.formatToParts(at).map((p) => [p.type, p.value]));
    return `${of.year}-${of.month}-${of.day} ${of.hour}:${of.minute}:${of.second}.${of.fractionalSecond}`;
  };
}
