import type { MessageKey } from '@headland/i18n/catalogue';
import { formatterOf } from '@headland/i18n/formatter';
import type { Language } from '@headland/i18n/messages';
import { type PackedMessage, unpack } from '@headland/i18n/packed-message';

/**
 * The words of the languages that were shown in this tab, which is mostly one. The files are made of the catalogue by
 * `words.ts` beside the build's configuration.
 */
type Words = Partial<Record<string, PackedMessage>>;
const loaded: Record<Language, Words> = { ko: {}, en: {} };

type Load = () => Promise<{ default: Words }>;
const files: Record<Language, { first: Load; rest: Load }> = {
  ko: { first: () => import('virtual:words/ko-first'), rest: () => import('virtual:words/ko-rest') },
  en: { first: () => import('virtual:words/en-first'), rest: () => import('virtual:words/en-rest') },
};

/** What the login and the frame of the console say: the entry waits for it before it draws. */
export const loadFirstWords = (language: Language): Promise<void> => take(language, files[language].first);
/** Everything: a page waits for it beside its code. */
export async function loadWords(language: Language): Promise<void> {
  await Promise.all([loadFirstWords(language), take(language, files[language].rest)]);
}

async function take(language: Language, load: Load): Promise<void> {
  Object.assign(loaded[language], (await load()).default);
}

export const isMessageKey = (key: string): key is MessageKey =>
  Object.hasOwn(loaded.ko, key) || Object.hasOwn(loaded.en, key);

export type { MessageValues } from '@headland/i18n/formatter';
/** A message as plain text, in a language that is loaded. */
export const formatMessage = formatterOf<MessageKey>((language, key) => {
  const words = loaded[language][key];
  if (words !== undefined) return unpack(words);
  const error = new Error(`the words of ${key} (${language}) are not loaded`);
  if (import.meta.env.DEV) throw error;
  // a screen with a name in it is of more use to an operator than none
  reportError(error);
  return unpack((loaded[language][key] = key));
});

/** The language on the screen: the one that was chosen as soon as its words are there. */
let shown: Language = 'ko';
let wanted: Language = shown;
const listeners = new Set<() => void>();
export const shownLanguage = (): Language => shown;
export function onLanguageShown(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** At the start with the first words only; what is on the screen at a switch needs all of them. */
export async function showLanguage(language: Language, load: (language: Language) => Promise<void>): Promise<void> {
  wanted = language;
  await load(language);
  if (wanted !== language || shown === language) return;
  shown = language;
  for (const f of listeners) f();
}

// in development, after a change of a text: without a reload the page would be drawn again before it has words
import.meta.hot?.accept(() => window.location.reload());
