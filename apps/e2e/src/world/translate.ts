import type { MessageKey } from '@headland/i18n/catalogue';
import type { Language } from '@headland/i18n/messages';
import { formatMessage, type MessageValues } from '@headland/i18n/format-message';

/** Texts of the product by key, so that a changed text breaks no journey. */
export type Translate = (key: MessageKey, values?: MessageValues) => string;
export const ko: Translate = (key, values) => formatMessage('ko', key, values);
export const en: Translate = (key, values) => formatMessage('en', key, values);
export const translateTo = (language: Language): Translate => (language === 'ko' ? ko : en);

/** Korean particles after a value that is not known: both forms are possible. */
const particles: Record<string, string> = {
  '을(를)': '(?:을|를)',
  '이(가)': '(?:이|가)',
  '은(는)': '(?:은|는)',
  '과(와)': '(?:과|와)',
  '(으)로': '으?로',
};
const pieces = /(\{\w+\}|을\(를\)|이\(가\)|은\(는\)|과\(와\)|\(으\)로)/u;
const patternOf = (piece: string): string =>
  /^\{\w+\}$/u.test(piece) ? '.+' : (particles[piece] ?? piece.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&'));

/** A message with unknown values, as a pattern: `pattern(en('sosBar.announce'))`. */
export const pattern = (text: string): RegExp => new RegExp(text.split(pieces).map(patternOf).join(''), 'u');
