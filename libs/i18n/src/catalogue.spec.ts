import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorStatus } from '@headland/contracts/errors';
import { describe, expect, it } from 'vitest';
import { catalogue, isMessageKey, slices } from './catalogue';
import { languages } from './messages';
import { formatMessage } from './format-message';

const root = join(import.meta.dirname, '..', '..', '..');
const keys = Object.keys(catalogue);
const messages = Object.entries(catalogue);

describe('every message', () => {
  it('is said once, in one slice', () => {
    const all = Object.values(slices).flatMap((slice) => Object.keys(slice));
    expect(all.filter((key, i) => all.indexOf(key) !== i)).toEqual([]);
    expect(all.length).toBe(keys.length);
  });

  it('has words in every language', () => {
    for (const language of languages)
      expect(
        messages.filter(([, w]) => (w[language] ?? '').trim() === '').map(([key]) => key),
        language,
      ).toEqual([]);
  });

  it('has the same placeholders in every language', () => {
    // A count that only chooses between singular and plural may be missing where the language has no plural.
    const fixed = (text: string) => placeholders(text).filter((name) => !text.includes(`{${name}, plural`));
    for (const [key, { ko, en }] of messages) {
      expect(placeholders(en), key).toEqual(expect.arrayContaining(fixed(ko)));
      expect(placeholders(ko), key).toEqual(expect.arrayContaining(fixed(en)));
    }
  });

  it('can be filled: no brace is left over', () => {
    for (const [key, w] of messages) {
      const values = Object.fromEntries(placeholders(`${w.ko} ${w.en}`).map((name) => [name, 2]));
      for (const language of languages)
        if (isMessageKey(key)) expect(formatMessage(language, key, values), key).not.toMatch(/[{}]/u);
    }
  });

  it('of an error code exists, and of each field rule', () => {
    for (const code of Object.keys(errorStatus)) expect(isMessageKey(`error.${code}`), code).toBe(true);
    const rules = new Set(
      sources('libs/contracts/src').flatMap(({ text }) =>
        [...text.matchAll(/'(field\.\w+)'/gu)].map((m) => m[1] ?? ''),
      ),
    );
    expect(rules.size).toBeGreaterThan(5);
    expect([...rules].filter((key) => !isMessageKey(key))).toEqual([]);
  });
});

describe('the sources of console and server', () => {
  // of this library only what composes texts and column titles: the catalogues themselves contain every key
  const code = [
    ...['apps/console/src', 'apps/server/src', 'libs/contracts/src', 'libs/domain/src'].flatMap(sources),
    ...sources('libs/i18n/src').filter(({ file }) => file.endsWith('-labels.ts')),
    ...sources('libs/i18n/src/columns'),
    ...sources('libs/i18n/src/help'),
  ];
  const literals = new Set(
    code.flatMap(({ text }) => [...text.matchAll(/['"`]([A-Za-z]\w*(?:\.\w+)+)['"`]/gu)].map((m) => m[1] ?? '')),
  );
  // `sosStatus.${status}` uses every key that begins and ends so.
  const patterns = code.flatMap(({ text }) =>
    [...text.matchAll(/`([A-Za-z]\w*\.[\w.]*)\$\{[^`]*?\}([\w.]*)`/gu)].map((m) => ({
      from: m[1] ?? '',
      to: m[2] ?? '',
    })),
  );
  // the record kit's `${kind}.edit` uses that word of every kind
  const ofKinds = code
    .filter(({ file }) => file.includes('ui/records/'))
    .flatMap(({ text }) => [...text.matchAll(/`\$\{[\w.]*kind\}\.([\w.]+)(\$\{[^`]*\})?`/gu)])
    .map(([, word = '', open]) => new RegExp(`^\\w+\\.${word}${open === undefined ? '' : '\\w+'}$`, 'u'));
  const fits = (key: string, p: { from: string; to: string }) => key.startsWith(p.from) && key.endsWith(p.to);

  it('ask only for messages that exist', () => {
    const asked = code.flatMap(({ file, text }) =>
      [...text.matchAll(/(?:\bt|\bsay|formatMessage)\((?:[^()'"`]*,)?\s*(?:\{ id: )?'([A-Za-z]\w*(?:\.\w+)+)'/gu)].map(
        (m) => `${m[1]} in ${file}`,
      ),
    );
    expect(asked.length).toBeGreaterThan(50);
    expect(asked.filter((a) => !isMessageKey(a.split(' ')[0] ?? ''))).toEqual([]);
  });

  it('leave no message unused', () => {
    expect(
      keys.filter(
        (key) =>
          !literals.has(key) &&
          ![...patterns.map((p) => fits(key, p)), ...ofKinds.map((p) => p.test(key))].includes(true),
      ),
    ).toEqual([]);
  });
});

describe('say', () => {
  it('fills in names and counts', () => {
    expect(formatMessage('en', 'error.PERIOD_TOO_LONG', { maxDay: 31 })).toBe(
      'The query period cannot exceed 31 days.',
    );
    expect(formatMessage('ko', 'error.SOS_ALREADY_ACKNOWLEDGED', { by: '김민수', at: '14:27' })).toBe(
      '김민수 님이 14:27에 이미 확인했습니다.',
    );
    expect(formatMessage('en', 'shell.notificationsUnread', { n: 1 })).toBe('1 unread notification');
    expect(formatMessage('en', 'shell.notificationsUnread', { n: 4 })).toBe('4 unread notifications');
  });
  it('groups the digits of a number', () =>
    expect(formatMessage('ko', 'map.cluster', { n: 1284 })).toBe('차량 1,284대'));
  it('leaves a placeholder standing when its value is missing', () =>
    expect(formatMessage('en', 'error.PERIOD_TOO_LONG')).toContain('{maxDay}'));
});

/** Names in braces; a brace inside a plural's braces starts text, not a name. */
function placeholders(text: string): string[] {
  const names = new Set<string>();
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '{' && depth++ % 2 === 0) names.add(/^\w+/u.exec(text.slice(i + 1))?.[0] ?? '');
    if (text[i] === '}') depth--;
  }
  return [...names].sort();
}

function sources(folder: string): { file: string; text: string }[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/u.test(file) && !/\.spec\.tsx?$/u.test(file) && !file.startsWith('testing'))
    .map((file) => ({ file: join(folder, file), text: readFileSync(join(root, folder, file), 'utf8') }));
}
