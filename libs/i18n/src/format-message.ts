import { IntlMessageFormat } from 'intl-messageformat';
import { catalogue, type MessageKey } from './catalogue';
import type { Language } from './messages';

export type MessageValues = Record<string, string | number>;

/** Parsed once and kept: lists and workbooks format the same few messages thousands of times. */
const parsed: Record<Language, Map<MessageKey, IntlMessageFormat>> = { ko: new Map(), en: new Map() };

/** A message as plain text. A value that was not given stays visible: as its placeholder, where it is counted as NaN. */
export function formatMessage(language: Language, key: MessageKey, values: MessageValues = {}): string {
  const known = parsed[language];
  let message = known.get(key);
  if (message === undefined) known.set(key, (message = new IntlMessageFormat(catalogue[key][language], language)));
  return String(message.format(new Proxy(values, visibly)));
}

const visibly: ProxyHandler<MessageValues> = {
  has: () => true,
  get: (values, name: string) => values[name] ?? `{${name}}`,
};
