import { catalogue, type MessageKey } from './catalogue';
import type { Language } from './messages';

export type SayValues = Record<string, string | number>;

/**
 * A message as plain text, for writers without react-intl: the server's answers, push and SMS. Knows `{name}` and
 * `{n, plural, one {…} other {…}}`; a value that was not given stays visible as its placeholder.
 */
export function say(language: Language, key: MessageKey, values: SayValues = {}): string {
  return fill(catalogue[key][language], values, new Intl.PluralRules(language));
}

function fill(text: string, values: SayValues, rules: Intl.PluralRules): string {
  let out = '';
  for (let at = 0; at < text.length; ) {
    if (text[at] !== '{') {
      out += text[at++];
      continue;
    }
    const end = closing(text, at);
    out += argument(text.slice(at + 1, end), values, rules);
    at = end + 1;
  }
  return out;
}

function argument(body: string, values: SayValues, rules: Intl.PluralRules): string {
  const plural = /^\s*(\w+)\s*,\s*plural\s*,\s*/u.exec(body);
  if (!plural) return String(values[body.trim()] ?? `{${body}}`);
  const n = Number(values[plural[1] ?? '']);
  const choices = new Map<string, string>();
  for (let at = plural[0].length; at < body.length; ) {
    const open = body.indexOf('{', at);
    if (open < 0) break;
    const end = closing(body, open);
    choices.set(body.slice(at, open).trim(), body.slice(open + 1, end));
    at = end + 1;
  }
  const choice = choices.get(`=${n}`) ?? choices.get(rules.select(n)) ?? choices.get('other') ?? '';
  return fill(choice.replaceAll('#', String(n)), values, rules);
}

/** Index of the brace that closes the one at `open`. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return at;
  }
  return text.length;
}
