import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HelpFile, ScreenHelp } from '@headland/i18n/help/help';
import { keysIn } from '@headland/i18n/help/help';
import { allHelp } from '@headland/i18n/help/topics';
import { describe, expect, it } from 'vitest';
import { screens } from '../routes';

const source = join(import.meta.dirname, '..');
const helpOf: Record<string, ScreenHelp> = Object.assign({}, ...Object.values<HelpFile>(allHelp));
const read = (file: string): string => readFileSync(file, 'utf8');

describe('the help', () => {
  it('has every screen, in the group of its menu', () => {
    for (const { path, group } of screens)
      expect(Object.keys(Object.entries(allHelp).find(([name]) => name === group)?.[1] ?? {}), path).toContain(path);
    expect(Object.keys(helpOf).filter((path) => !screens.some((s) => s.path === path))).toEqual([]);
  });

  it.each(screens.map((s) => s.path))('of %s names only keys that the screen has', (path) => {
    const has = keysOf(pageOf(path));
    const { purpose, tasks, keys = [] } = helpOf[path] ?? { purpose: { ko: '', en: '' }, tasks: [] };
    const told = [
      ...keys.flatMap(([names]) => names),
      ...[purpose, ...tasks.flatMap(({ steps }) => steps)].flatMap(({ en }) => keysIn(en)),
    ];
    expect(told.filter((key) => !has.has(eventKeys[key] ?? key.toLowerCase()))).toEqual([]);
    // and what a screen has of its own is in its help
    expect(
      [...ownKeys(pageOf(path))].filter(
        (key) => !keys.some(([names]) => names.some((n) => (eventKeys[n] ?? n.toLowerCase()) === key)),
      ),
    ).toEqual([]);
  });
});

/** Names of keys on the keyboard, and what their event is called. */
const eventKeys: Record<string, string> = {
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
  '←': 'ArrowLeft',
  '→': 'ArrowRight',
  '−': '-',
  '⇧': 'Shift',
  Alt: 'Alt',
  Enter: 'Enter',
  Esc: 'Escape',
  Home: 'Home',
};
/** Those of every screen, and = as the + without Shift. */
const everywhere = ['/', 'Escape', '='];
/** Held with another key, they have no handler of their own. */
const modifiers = ['Shift', 'Alt'];

/** The file of the page that the table of screens names for a path. */
function pageOf(path: string): string {
  const table = [read(join(source, 'routes.ts')), ...tables].join('\n');
  const [name = ''] = path.split('/$');
  const kinds = path.includes('$') ? '(?:detail|edit|form|register)' : '(?:list|registration)';
  const at = new RegExp(`${kinds}\\(\\s*'${name}',[^)]*\\) => import\\('\\./([^']+)'\\)`, 'u').exec(table);
  if (at === null) throw new Error(`${path} has no page`);
  return join(source, `${at[1]}.tsx`);
}
const tables = [...new Set(screens.map((s) => s.group))]
  .map((group) => join(source, `screens-${group.replace(/[A-Z]/gu, (c) => `-${c.toLowerCase()}`)}.ts`))
  .filter((file) => existsSync(file))
  .map(read);

/** A page and all that it imports of the console. */
function filesOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, from = ''] of read(file).matchAll(/(?:from|import\()\s*'(\.[^']+)'/gu)) {
    const to = ['.tsx', '.ts'].map((end) => join(dirname(file), from + end)).find((name) => existsSync(name));
    if (to !== undefined && !to.includes('/shell/')) filesOf(to, found);
  }
  return found;
}

/** Keys that the code of a page handles: of `useKeys`, and of handlers of its parts. */
function keysOf(page: string): Set<string> {
  const code = [...filesOf(page)].map(read);
  const handled = code.flatMap((text) => [...text.matchAll(/\bkey === '([^']+)'/gu)].map(([, key = '']) => key));
  const named = code.flatMap((text) =>
    [...text.matchAll(/^\s*(Arrow\w+|Home|End|Escape): /gmu)].map(([, key = '']) => key),
  );
  const told = code.flatMap((text) =>
    [...text.matchAll(/aria-keyshortcuts=.*/gu)].flatMap(([line]) => line.match(/Arrow\w+/gu) ?? []),
  );
  return new Set([...modifiers, ...handled, ...named, ...told, ...code.flatMap(shortcuts)]);
}
/** Those of `useKeys` in the folder of the page: the screen's own. */
const ownKeys = (page: string): Set<string> =>
  new Set(
    [...filesOf(page)]
      .filter((file) => dirname(file) === dirname(page))
      .flatMap((file) => shortcuts(read(file)))
      .filter((key) => !everywhere.includes(key)),
  );

/** The names of the keys in the objects that are given to `useKeys`. */
function shortcuts(text: string): string[] {
  return [...text.matchAll(/useKeys\(|courseKeys = /gu)].flatMap(({ index }) => {
    const begin = text.indexOf('{', index);
    let [depth, at] = [0, begin];
    const outer: string[] = [];
    do {
      const c = text[at] ?? '}';
      if (c === '}' || c === ')') depth--;
      if (depth === 1) outer.push(c);
      if (c === '{' || c === '(') depth++;
      at++;
    } while (depth > 0);
    return [...outer.join('').matchAll(/(?:^|,)\s*(?:'([^']{1,9})'|([a-z]|Escape|Home|Arrow\w+)): /gu)].map(
      ([, quoted, plain]) => quoted ?? plain ?? '',
    );
  });
}
