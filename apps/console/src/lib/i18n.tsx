import { isMessageKey, type MessageKey } from '@headland/i18n/catalogue';
import type { Language } from '@headland/i18n/messages';
import { createContext, type ReactNode, use, useEffect, useMemo, useSyncExternalStore } from 'react';
import { Problem } from './call';
import { ageOf, type AgeStyle } from './age';
import { serverNow } from './clock';
import { store } from './session/store';
import { briefText, dayText } from './time';
import {
  formatMessage,
  loadFirstWords,
  loadWords,
  type MessageValues as TextValues,
  onLanguageShown,
  shownLanguage,
  showLanguage,
} from './words';

export type { TextValues };
export type Translate = (key: MessageKey, values?: TextValues) => string;

const LanguageContext = createContext<Language>('en');
/** The same function for as long as the language stays: effects and memos may depend on it. */
const translations: Record<Language, Translate> = {
  ko: (key, values) => formatMessage('ko', key, values),
  en: (key, values) => formatMessage('en', key, values),
};

/**
 * The language of the texts. After a switch it stays the former one until the words of the other are there; where they
 * cannot be loaded, the choice is taken back.
 */
export function useShownLanguage(chosen: Language): Language {
  const shown = useSyncExternalStore(onLanguageShown, shownLanguage);
  useEffect(() => {
    // the one on the screen has what it needs
    const load = chosen === shownLanguage() ? loadFirstWords : loadWords;
    showLanguage(chosen, load).catch(() => store.set({ language: shownLanguage() }));
  }, [chosen]);
  return shown;
}

/** Texts in one language. */
export function TextProvider({ language, children }: { language: Language; children: ReactNode }) {
  return <LanguageContext value={language}>{children}</LanguageContext>;
}

/** `const t = useT(); t('common.save')`, `t('live.new', { n: 3 })`: the keys are checked by the compiler. */
export const useT = (): Translate => translations[use(LanguageContext)];

export interface I18n {
  t: Translate;
  language: Language;
  /** a number with grouping; `digits` sets the decimals; null is – */
  number: (value: number | null | undefined, digits?: number) => string;
  /** 00:42, 3 h 12 m, 4 d */
  age: (ms: number, style?: AgeStyle) => string;
  /** a place or name that comes in both languages */
  of: (text: { ko: string; en: string } | null | undefined) => string;
  /** the text of a failed request; a field's own message by its key */
  problem: (problem: Problem) => string;
  /** the same of whatever was thrown, in one line with the reference where the log has more */
  problemLine: (error: unknown) => string;
  field: (key: string, label: string, values?: TextValues) => string;
}

/** All formatters of the chosen language. */
export function useI18n(): I18n {
  const language = use(LanguageContext);
  return useMemo(() => {
    const t = translations[language];
    return {
      t,
      language,
      number: (value, digits) =>
        value === null || value === undefined ? '–' : numberFormat(language, digits).format(value),
      age: (ms, style) => {
        const text = ageOf(ms, style);
        return 'clock' in text ? text.clock : t(text.key, text.values);
      },
      of: (text) => (text ? text[language] : '–'),
      problem: (p) => problemText(t, p),
      problemLine: (error) => problemLine(t, error instanceof Problem ? error : new Problem('INTERNAL')),
      field: (key, label, values) => (isMessageKey(key) ? t(key, { ...values, label }) : t('field.invalid')),
    };
  }, [language]);
}

const numberFormats = new Map<string, Intl.NumberFormat>();
function numberFormat(language: Language, digits: number | undefined): Intl.NumberFormat {
  const name = `${language} ${digits}`;
  let format = numberFormats.get(name);
  if (format === undefined) {
    const decimals = digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
    numberFormats.set(name, (format = new Intl.NumberFormat(language, decimals)));
  }
  return format;
}

/** A refusal says all there is to say; what failed (5xx, half a file), or a company's directory refuses, is for somebody who reads the log. */
function problemLine(t: Translate, p: Problem): string {
  const text = problemText(t, p);
  const failed = p.status === 0 || p.status >= 500 || p.code === 'SSO_REFUSED';
  return p.reference && failed ? `${text} ${t('common.referenceOf', { reference: p.reference })}` : text;
}

function problemText(t: Translate, p: Problem): string {
  const key = `error.${p.code}`;
  if (!isMessageKey(key)) return t('error.INTERNAL');
  const values = withTimes(p.values);
  const event = `event.${p.values.what}`;
  // only the new owner accepts, in the app: the log does not name customers
  const by = p.values.what === 'transfer.accepted' ? { by: t('transfer.byNewOwner') } : {};
  if (p.code === 'CHANGED_MEANWHILE' && isMessageKey(event))
    return t('act.changedBy', { by: '–', at: '–', ...values, ...by, what: t(event as 'event.sos.noted') });
  return t(key, { by: '–', at: '–', maxDay: '–', ...values });
}

/** Values of a message, with instants in the user's own time zone. */
export const withTimes = (values: TextValues): TextValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      isMoment(value) ? briefText(value, dayText(serverNow())) : value,
    ]),
  );

const isMoment = (value: string | number): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/u.test(value);
