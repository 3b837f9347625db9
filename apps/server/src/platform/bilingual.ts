import type { MessageKey } from '@headland/i18n/catalogue';
import { languages, type Language } from '@headland/i18n/messages';
import { formatMessage, type MessageValues } from '@headland/i18n/format-message';

/** Words in both languages: read by whoever it is for, in the own one, also after a change of language. */
export type Bilingual = Record<Language, string>;

export const inBoth = (say: (language: Language) => string): Bilingual =>
  Object.fromEntries(languages.map((l) => [l, say(l)])) as Bilingual;

/** A message of the catalogue; its values may differ by language. */
export const both = (key: MessageKey, values: (language: Language) => MessageValues = () => ({})): Bilingual =>
  inBoth((l) => formatMessage(l, key, values(l)));
