import type { MessageKey } from '@headland/i18n/catalogue';
import { languages, type Language } from '@headland/i18n/messages';
import { formatMessage, type MessageValues } from '@headland/i18n/format-message';

/** A text in both languages: every reader sees the own one, also after changing the language. */
export type Bilingual = Record<Language, string>;

export const inBoth = (textIn: (language: Language) => string): Bilingual =>
  Object.fromEntries(languages.map((l) => [l, textIn(l)])) as Bilingual;

/** A message of the catalogue; its values may differ by language. */
export const bilingual = (key: MessageKey, values: (language: Language) => MessageValues = () => ({})): Bilingual =>
  inBoth((l) => formatMessage(l, key, values(l)));
