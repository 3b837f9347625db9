import type { MessageKey } from '@headland/i18n/catalogue';
import type { Language } from '@headland/i18n/messages';
import { say, type SayValues } from '@headland/i18n/say';

/** The words of the product by their keys, so that a better wording breaks no journey. */
export type Words = (key: MessageKey, values?: SayValues) => string;
export const ko: Words = (key, values) => say('ko', key, values);
export const en: Words = (key, values) => say('en', key, values);
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
