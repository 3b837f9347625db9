import { describe, expect, it } from 'vitest';
import { fitOf, fits } from './find-match';

describe('typed text', () => {
  it.each([
    ['dash', ['Dashboard'], fits.start],
    ['SOS', ['SOS calls'], fits.start],
    ['calls', ['SOS calls'], fits.word],
    ['board', ['Dashboard'], fits.part],
    ['공지사항', ['공지사항'], fits.start],
    ['공지 사항', ['공지사항'], fits.start],
    // half a syllable is being typed
    ['공ㅈ', ['공지사항'], fits.start],
    ['공지사하', ['공지사항'], fits.start],
    ['진단', ['원격 진단'], fits.word],
    // first consonants
    ['ㄱㅈㅅㅎ', ['공지사항'], fits.start],
    ['ㅈㄷ', ['원격 진단'], fits.word],
    ['ㄱㅈㄷ', ['원격 진단'], fits.part],
    // typing mistakes: a wrong letter, one too few, two exchanged, two of them in a long word
    ['dashbaord', ['Dashboard'], fits.typo],
    ['dasboard', ['Dashboard'], fits.typo],
    ['organisatoins', ['Organizations and users'], fits.typo],
    ['custmer', ['Customers'], fits.typo],
    ['대시보도', ['대시보드'], fits.typo],
  ])('%s fits %j', (text, names, fit) => expect(fitOf(text, names)).toBe(fit));

  it.each([
    ['xyz', ['Dashboard']],
    ['', ['Dashboard']],
    ['  ', ['Dashboard']],
    ['4711', ['Dashboard', '대시보드']],
    ['dsh', ['Dashboard']],
    ['ㅎㅎ', ['공지사항']],
    ['customers of the north', ['Customers']],
    ['고객', ['공지사항']],
  ])('%s does not fit %j', (text, names) => expect(fitOf(text, names)).toBeNull());

  it('takes the name that fits best', () => expect(fitOf('map', ['Vehicle status', 'a map', 'map'])).toBe(fits.start));
});
