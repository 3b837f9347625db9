import { describe, expect, it } from 'vitest';
import { catalogue, isMessageKey, type MessageKey } from '../catalogue';
import { hasParticle } from '../korean-particle';
import { languages } from '../messages';
import { commonKeys, type HelpFile, helpParts, type HelpText, keysIn, wordsIn, type ScreenHelp } from './help';
import { helpOf } from './load';
import { allHelp, helpTopics } from './topics';

const screens: [path: string, help: ScreenHelp][] = Object.values(allHelp).flatMap((file: HelpFile) =>
  Object.entries(file),
);
/** Every text of a screen's help but the everyday words, which are those that the screens do not use. */
const textsOf = ({ purpose, tasks, keys = [], states = [] }: ScreenHelp): HelpText[] => [
  purpose,
  ...tasks.flatMap(({ title, steps }) => [title, ...steps]),
  ...[...keys, ...commonKeys].flatMap(([, does]) => (typeof does === 'string' ? [] : [does])),
  ...states.map(({ means }) => means),
];
const say = (language: 'ko' | 'en') => (key: MessageKey) => catalogue[key][language];

describe('the help of each screen', () => {
  it.each(screens)('%s names words of the catalogue, the same in both languages', (_, help) => {
    for (const text of textsOf(help)) {
      expect(
        wordsIn(`${text.ko} ${text.en}`).filter((key) => !isMessageKey(key) || /[{}]/u.test(say('en')(key))),
        text.en,
      ).toEqual([]);
      expect([...new Set(wordsIn(text.en))].sort(), text.en).toEqual([...new Set(wordsIn(text.ko))].sort());
      expect(keysIn(text.en).sort(), text.en).toEqual(keysIn(text.ko).sort());
    }
    expect((help.states ?? []).filter(({ term }) => !isMessageKey(term))).toEqual([]);
  });

  it.each(screens)('%s has steps for each task, and everyday names to find it', (_, help) => {
    expect(help.tasks.length).toBeGreaterThan(0);
    for (const { title, steps, words } of help.tasks) {
      expect(steps.length, title.en).toBeGreaterThan(0);
      for (const language of languages) expect(words[language].split(', ').length, title.en).toBeGreaterThan(1);
    }
  });

  it.each(screens)('%s reads as a sentence: no brace, no open particle', (_, help) => {
    for (const text of textsOf(help))
      for (const language of languages) {
        const said = helpParts(text[language], say(language)).map((part) => part.text);
        expect(said.join('')).not.toMatch(/[{}[\]]/u);
        expect(hasParticle(said.join('')), said.join('')).toBe(false);
      }
  });

  it('is loaded by the same groups', async () => {
    for (const [group, load] of Object.entries(helpOf))
      expect(await load(), group).toBe(Object.entries(allHelp).find(([name]) => name === group)?.[1]);
  });
});

describe('a text of the help', () => {
  it('is cut into text, words of the screen and keys, with particles by the word before them', () => {
    expect(helpParts('[A]를 누르고 {common.save}을(를) 봅니다.', say('ko'))).toEqual([
      { kind: 'key', text: 'A' },
      { kind: 'text', text: '를 누르고 ' },
      { kind: 'word', text: '저장' },
      { kind: 'text', text: '을 봅니다.' },
    ]);
  });
});

it('finds topics by everyday names', () => {
  const find = (word: string) =>
    helpTopics()
      .filter(({ words }) => `${words.ko}, ${words.en}`.includes(word))
      .map(({ id }) => id);
  expect(find('긴급 출동 보내기')).toEqual(['/sos~1']);
  expect(find('reprogram an engine')).toContain('/reProgramDetail/$number~0');
  const ids = helpTopics().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
