import { describe, expect, it } from 'vitest';
import enFirst from 'virtual:words/en-first';
import enRest from 'virtual:words/en-rest';
import koFirst from 'virtual:words/ko-first';
import koRest from 'virtual:words/ko-rest';
import { loadWords, onLanguageShown, showLanguage, shownLanguage } from './words';

describe('the files of words', () => {
  it('hold each key once, in both languages', () => {
    const first = Object.keys(koFirst);
    const rest = Object.keys(koRest);
    expect(Object.keys(enFirst)).toEqual(first);
    expect(Object.keys(enRest)).toEqual(rest);
    expect(new Set([...first, ...rest]).size).toBe(first.length + rest.length);
    expect(first.length).toBeLessThan(rest.length / 3);
  });
  it('have one language each, and the titles of all screens for the menu', () => {
    expect(koFirst['common.save']).toBe('저장');
    expect(enFirst['common.save']).toBe('Save');
    expect(Object.keys(koRest).filter((key) => key.startsWith('screen.'))).toEqual([]);
  });
});

describe('a language', () => {
  it('is shown when its words are there, and the last choice counts', async () => {
    const shown: string[] = [];
    const stop = onLanguageShown(() => shown.push(shownLanguage()));
    let arrive: () => void = () => undefined;
    const slow = showLanguage('en', () => new Promise((resolve) => (arrive = resolve)));
    expect(shownLanguage()).toBe('ko');
    const back = showLanguage('ko', () => Promise.resolve());
    arrive();
    await Promise.all([slow, back]);
    expect(shownLanguage()).toBe('ko');
    await showLanguage('en', loadWords);
    expect(shown).toEqual(['en']);
    await showLanguage('ko', loadWords);
    stop();
  });
  it('stays where the words of the other cannot be loaded', async () => {
    await expect(showLanguage('en', () => Promise.reject(new Error('offline')))).rejects.toThrow('offline');
    expect(shownLanguage()).toBe('ko');
  });
});
