import { catalogue, type MessageKey } from './catalogue';
import type { Language } from './messages';

export type MessageValues = Record<string, string | number>;

/**
 * A message as plain text, for writers without react-intl: the server's answers, push and SMS. Knows `{name}`, `{n, number}`,
 * `{n, plural, one {…} other {…}}` and `{kind, select, …}`; a value that was not given stays visible as its placeholder.
 */
export function formatMessage(language: Language, key: MessageKey, values: MessageValues = {}): string {
  return fill(catalogue[key][language], values, {
    rules: new Intl.PluralRules(language),
    numbers: new Intl.NumberFormat(language),
  });
}

interface Speech {
  rules: Intl.PluralRules;
  numbers: Intl.NumberFormat;
}

function fill(text: string, values: MessageValues, speech: Speech): string {
  let out = '';
  for (let at = 0; at < text.length;) {
    if (text[at] !== '{') {
      out += text[at++];
      continue;
    }
    const end = closing(text, at);
    out += argument(text.slice(at + 1, end), values, speech);
    at = end + 1;
  }
  return out;
}

function argument(body: string, values: MessageValues, speech: Speech): string {
  const [, name = '', kind, rest = ''] = /^\s*(\w+)\s*(?:,\s*(\w+)\s*,?\s*([\s\S]*))?$/u.exec(body) ?? [];
  const value = values[name];
  if (value === undefined) return `{${name}}`;
  if (kind === undefined) return String(value);
  if (kind === 'number') return speech.numbers.format(Number(value));
  const choices = choicesIn(rest);
  const choice =
    choices.get(kind === 'plural' ? `=${value}` : String(value)) ??
    choices.get(kind === 'plural' ? speech.rules.select(Number(value)) : '') ??
    choices.get('other') ??
    '';
  return fill(
    kind === 'plural' ? choice.replaceAll('#', speech.numbers.format(Number(value))) : choice,
    values,
    speech,
  );
}

/** `one {…} other {…}` → its parts. */
function choicesIn(body: string): Map<string, string> {
  const choices = new Map<string, string>();
  for (let at = 0; at < body.length;) {
    const open = body.indexOf('{', at);
    if (open < 0) break;
    const end = closing(body, open);
    choices.set(body.slice(at, open).trim(), body.slice(open + 1, end));
    at = end + 1;
  }
  return choices;
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
