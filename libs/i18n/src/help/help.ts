import type { VehicleState } from '@headland/contracts/vehicle';
import type { MessageKey } from '../catalogue';
import { withParticles } from '../korean-particle';
import type { Language } from '../messages';

/**
 * The help of a screen, in both languages. In a text `{sos.act.dispatch}` is a word of the screen by its key, so that
 * help and button never differ, and `[A]` is a key to press.
 */
export type HelpText = Record<Language, string>;

export interface HelpTask {
  title: HelpText;
  /** how people call it who do not know the word on the screen: for the search, separated by commas */
  words: HelpText;
  steps: readonly HelpText[];
}

/** The marks of states, by shape: octagon, triangle, diamond, disc, ring. */
export type HelpMark = 'now' | 'today' | 'watch' | 'normal' | 'off';

export interface HelpState {
  /** its word on the screen */
  term: MessageKey;
  mark?: HelpMark;
  vehicle?: VehicleState;
  means: HelpText;
}

export type HelpKey = readonly [keys: readonly string[], does: MessageKey | HelpText];

export interface ScreenHelp {
  /** what it is for */
  purpose: HelpText;
  tasks: readonly HelpTask[];
  /** of this screen alone; those of every list and of the whole console are `commonKeys` */
  keys?: readonly HelpKey[];
  states?: readonly HelpState[];
}

/** Help of several screens, by the path of their route. */
export type HelpFile = Record<`/${string}`, ScreenHelp>;

/** Keys that work on every screen. */
export const commonKeys: readonly HelpKey[] = [
  [['?'], 'common.help'],
  [['Ctrl', 'K'], 'keys.find'],
  [['⇧', 'A'], 'keys.acknowledge'],
  [['/'], 'keys.filter'],
  [['↑', '↓', 'J', 'K', 'Enter'], 'keys.rows'],
  [['Space'], 'keys.select'],
  [['Esc'], 'keys.close'],
];

export interface HelpPart {
  kind: 'text' | 'word' | 'key';
  text: string;
}

const piece = /\{([a-z]\w*(?:\.\w+)+)\}|\[([^[\]]{1,8})\]/giu;

/** A text in its pieces: plain text, words of the screen, keys. Korean particles follow the word before them. */
export function helpParts(text: string, wordOf: (key: MessageKey) => string): HelpPart[] {
  const parts: HelpPart[] = [];
  const add = (kind: HelpPart['kind'], said: string): void => {
    const before = parts.at(-1)?.text ?? '';
    const resolved = kind === 'text' ? withParticles(before + said).slice(before.length) : said;
    if (resolved !== '') parts.push({ kind, text: resolved });
  };
  let at = 0;
  for (const match of text.matchAll(piece)) {
    const [whole, word, key] = match;
    add('text', text.slice(at, match.index));
    if (word === undefined) add('key', key ?? '');
    else add('word', wordOf(word as MessageKey));
    at = match.index + whole.length;
  }
  add('text', text.slice(at));
  return parts;
}

/** The words of the screen that a text names. */
export const wordsIn = (text: string): string[] => [...text.matchAll(piece)].flatMap(([, word]) => word ?? []);
/** The keys that a text names. */
export const keysIn = (text: string): string[] => [...text.matchAll(piece)].flatMap(([, , key]) => key ?? []);
