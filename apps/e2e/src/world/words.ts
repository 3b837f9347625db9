import type { MessageKey } from '@headland/i18n/catalogue';
import type { Language } from '@headland/i18n/messages';
import { formatMessage, type MessageValues } from '@headland/i18n/format-message';

/** The words of the product by their keys, so that a better wording breaks no journey. */
export type Words = (key: MessageKey, values?: MessageValues) => string;
export const ko: Words = (key, values) => formatMessage('ko', key, values);
export const en: Words = (key, values) => formatMessage('en', key, values);
export const wordsIn = (language: Language): Words => (language === 'ko' ? ko : en);

/** A message whose values the journey does not know, as a pattern: `pattern(en('sosBar.announce'))`. */
export const pattern = (text: string): RegExp =>
  new RegExp(
    text
      .split(/\{\w+\}/u)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&'))
      .join('.+'),
    'u',
  );
