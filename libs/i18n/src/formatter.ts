import { IntlMessageFormat } from 'intl-messageformat';
import { hasParticle, withParticles } from './korean-particle';
import type { Language } from './messages';

export type MessageValues = Record<string, string | number>;

/** ICU text, or what a parser made of it. */
export type Source = Exclude<ConstructorParameters<typeof IntlMessageFormat>[0], undefined>;

/**
 * Formats messages as plain text; `wordsOf` finds the words of a key. Each is parsed once and kept: lists and workbooks
 * format the same few messages thousands of times. A value that was not given stays visible: as its placeholder, where
 * it is counted as NaN.
 */
export function formatterOf<Key extends string>(wordsOf: (language: Language, key: Key) => Source) {
  const parsed: Record<Language, Map<Key, Parsed>> = { ko: new Map(), en: new Map() };
  return (language: Language, key: Key, values: MessageValues = {}): string => {
    const known = parsed[language];
    let message = known.get(key);
    if (message === undefined) known.set(key, (message = parse(wordsOf(language, key), language)));
    const text = String(message.format.format(new Proxy(values, visibly)));
    return message.particles ? withParticles(text) : text;
  };
}

interface Parsed {
  format: IntlMessageFormat;
  /** Korean with particles that depend on the values */
  particles: boolean;
}
const parse = (source: Source, language: Language): Parsed => ({
  format: new IntlMessageFormat(source, language),
  particles: language === 'ko' && hasParticle(typeof source === 'string' ? source : JSON.stringify(source)),
});

const visibly: ProxyHandler<MessageValues> = {
  has: () => true,
  get: (values, name: string) => values[name] ?? `{${name}}`,
};
