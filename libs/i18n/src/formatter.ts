import { IntlMessageFormat } from 'intl-messageformat';
import type { Language, Messages } from './messages';

export type MessageValues = Record<string, string | number>;

/**
 * Formats the messages of a catalogue as plain text. Each is parsed once and kept: lists and workbooks format the same
 * few messages thousands of times. A value that was not given stays visible: as its placeholder, where it is counted as NaN.
 */
export function formatterOf<C extends Messages>(catalogue: C) {
  type Key = keyof C & string;
  const parsed: Record<Language, Map<Key, IntlMessageFormat>> = { ko: new Map(), en: new Map() };
  return (language: Language, key: Key, values: MessageValues = {}): string => {
    const known = parsed[language];
    let message = known.get(key);
    if (message === undefined)
      known.set(key, (message = new IntlMessageFormat((catalogue[key] as C[Key])[language], language)));
    return String(message.format(new Proxy(values, visibly)));
  };
}

const visibly: ProxyHandler<MessageValues> = {
  has: () => true,
  get: (values, name: string) => values[name] ?? `{${name}}`,
};
