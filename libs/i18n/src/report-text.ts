import { embeddedText } from './embedded-texts';
import type { Language } from './messages';

/** The figures of a monthly report in words, the same on the page, in the PDF and in the e-mail. */
interface Figure {
  value: number | null;
  before: number | null;
  unit: 'hours' | 'days' | 'litres' | 'km' | 'mile';
  digits: number;
}

export const unknown = '–';

/** 2026년 10월, October 2026 */
export function monthText(language: Language, month: string, style: 'long' | 'short' = 'long'): string {
  const format = new Intl.DateTimeFormat(language, { year: 'numeric', month: style, timeZone: 'UTC' });
  return format.format(new Date(`${month}-01T00:00:00Z`));
}

export const numberText = (language: Language, value: number | null, digits = 0): string =>
  value === null
    ? unknown
    : value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });

export function unitText(language: Language, unit: Figure['unit'], value: number | null): string {
  if (unit === 'hours') return embeddedText(language, 'appReport.unit.hours');
  if (unit === 'days') return embeddedText(language, 'appReport.unit.days', { n: value ?? 2 });
  return unit === 'litres' ? 'L' : unit === 'mile' ? 'mi' : 'km';
}

/** A number with its unit; an unknown one has none. */
export const figureText = (language: Language, { value, unit, digits }: Omit<Figure, 'before'>): string =>
  value === null ? unknown : `${numberText(language, value, digits)} ${unitText(language, unit, value)}`;

/** "21.6 h more than in September 2026", of the numbers as they are shown; null where one of them is unknown. */
export function changeText(
  language: Language,
  { value, before, unit, digits }: Figure,
  monthBefore: string,
): { direction: -1 | 0 | 1; text: string } | null {
  if (value === null || before === null) return null;
  const scale = 10 ** digits;
  const difference = (Math.round(value * scale) - Math.round(before * scale)) / scale;
  const direction = Math.sign(difference) as -1 | 0 | 1;
  const key = direction === 0 ? 'appReport.same' : direction > 0 ? 'appReport.more' : 'appReport.less';
  const shown = figureText(language, { value: Math.abs(difference), unit, digits });
  return { direction, text: embeddedText(language, key, { month: monthText(language, monthBefore), value: shown }) };
}

/** Sun to Sat. */
export const weekdayText = (language: Language, weekday: number): string =>
  new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2026, 10, 1 + weekday));

export const loadBandTexts = ['0–25', '25–50', '50–75', '75–100'] as const;

/** 2026-10-21 15:42 */
export const momentText = (at: string, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(at));
