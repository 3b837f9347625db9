import type { MessageKey } from '@headland/i18n/catalogue';
import type { Language } from '@headland/i18n/messages';
import { formatMessage, type MessageValues } from '@headland/i18n/format-message';

/** Texts of the product by key, so that a changed text breaks no journey. */
export type Translate = (key: MessageKey, values?: MessageValues) => string;
export const ko: Translate = (key, values) => formatMessage('ko', key, values);
export const en: Translate = (key, values) => formatMessage('en', key, values);
export const translateTo = (language: Language): Translate => (language === 'ko' ? ko : en);

/** A message with unknown values, as a pattern: `pattern(en('sosBar.announce'))`. */
export const pattern = (text: string): RegExp =>
  new RegExp(
    text
      .split(/\{\w+\}/u)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&'))
      .join('.+'),
    'u',
  );
