import { embeddedText, type EmbeddedKey } from '@headland/i18n/embedded-texts';
import { type Language, languages } from '@headland/i18n/messages';
import { createContext, type ReactNode, use, useEffect, useMemo } from 'react';
import { setQuery, useRoute } from './route';

const LanguageContext = createContext<Language>('en');

/** `?lang=`, else the language of the device. */
export function languageOf(query: URLSearchParams): Language {
  const asked = languages.find((language) => language === query.get('lang'));
  return asked ?? (navigator.language.toLowerCase().startsWith('ko') ? 'ko' : 'en');
}
export const setLanguage = (language: Language): void => setQuery({ lang: language });

export function LanguageProvider({ children }: { children: ReactNode }) {
  const language = languageOf(useRoute().query);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return <LanguageContext value={language}>{children}</LanguageContext>;
}

export type Translate = (key: EmbeddedKey, values?: Record<string, string | number>) => string;
export function useTexts(): { t: Translate; language: Language } {
  const language = use(LanguageContext);
  return useMemo(() => ({ language, t: (key, values) => embeddedText(language, key, values) }), [language]);
}
