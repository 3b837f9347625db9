import { isMessageKey, type MessageKey, messagesOf } from '@headland/i18n/catalogue';
import type { Language } from '@headland/i18n/messages';
import { type ReactNode, useMemo } from 'react';
import { createIntl, createIntlCache, type IntlShape, RawIntlProvider, useIntl } from 'react-intl';
import type { Problem } from './call';
import { ageOf, type AgeStyle } from './age';
import { briefText } from './time';

export type TextValues = Record<string, string | number>;
export type Translate = (key: MessageKey, values?: TextValues) => string;

const cache = createIntlCache();
const english = createIntl({ locale: 'en', messages: messagesOf('en') }, cache);

/** Texts in the chosen language; a key that the chosen language lacks falls back to English (it cannot, unless a build went wrong). */
export function TextProvider({ language, children }: { language: Language; children: ReactNode }) {
  const intl = useMemo(() => intlOf(language), [language]);
  return <RawIntlProvider value={intl}>{children}</RawIntlProvider>;
}

export const intlOf = (language: Language): IntlShape =>
  language === 'en'
    ? english
    : createIntl({ locale: language, messages: { ...messagesOf('en'), ...messagesOf(language) } }, cache);

/** `const t = useT(); t('common.save')`, `t('live.new', { n: 3 })`: the keys are checked by the compiler. */
export function useT(): Translate {
  const intl = useIntl();
  return useMemo(() => (key, values) => intl.formatMessage({ id: key }, values), [intl]);
}

export interface I18n {
  t: Translate;
  language: Language;
  /** a number with grouping; `digits` fixes the decimals; a missing one is – */
  number: (value: number | null | undefined, digits?: number) => string;
  /** 00:42, 3 h 12 m, 4 d */
  age: (ms: number, style?: AgeStyle) => string;
  /** a place or name that comes in both languages */
  of: (both: { ko: string; en: string } | null | undefined) => string;
  /** what a failed call means, in words; a field's own message by its key */
  problem: (problem: Problem) => string;
  field: (key: string, label: string, values?: TextValues) => string;
}

/** Everything that turns values into words of the chosen language. */
export function useI18n(): I18n {
  const intl = useIntl();
  const t = useT();
  return useMemo(() => {
    const language: Language = intl.locale === 'en' ? 'en' : 'ko';
    return {
      t,
      language,
      number: (value, digits) =>
        value === null || value === undefined
          ? '–'
          : intl.formatNumber(
              value,
              digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits },
            ),
      age: (ms, style) => {
        const text = ageOf(ms, style);
        return 'clock' in text ? text.clock : t(text.key, text.values);
      },
      of: (both) => (both ? both[language] : '–'),
      problem: (p) => problemText(t, p),
      field: (key, label, values) => (isMessageKey(key) ? t(key, { ...values, label }) : t('field.invalid')),
    };
  }, [intl, t]);
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
  try {
    return t(key, { by: '–', at: '–', maxDay: '–', ...values });
  } catch {
    return t('error.INTERNAL');
  }
}

/** Values of a message, with instants as the user's own clock shows them. */
export const withTimes = (values: TextValues): TextValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isMoment(value) ? briefText(value, Date.now()) : value]),
  );

const isMoment = (value: string | number): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/u.test(value);
