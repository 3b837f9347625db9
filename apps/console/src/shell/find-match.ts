/**
 * How well typed text fits the names of a page or an act; lower is better, null does not fit. Names are compared without
 * case, spaces and signs; Korean by its letters, so that a syllable that is half typed fits, and a row of consonants
 * fits the first letters of syllables. A letter wrong, missing, doubled or exchanged is forgiven in longer words.
 */
export function fitOf(text: string, names: readonly string[]): number | null {
  const typed = plain(text);
  if (typed === '') return null;
  const initials = /^[ㄱ-ㅎ]+$/u.test(typed) ? typed : null;
  const fits = names.flatMap((name) => (initials === null ? fit(lettersOf(typed), name) : initialFit(initials, name)));
  return fits.length === 0 ? null : Math.min(...fits);
}
/** the whole or its beginning, the beginning of a word of it, a part of it, nearly the beginning of a word */
export const fits = { start: 0, word: 1, part: 2, typo: 3 } as const;

function fit(typed: string, name: string): number[] {
  const words = name.split(/[\s·/()]+/u).map((word) => lettersOf(plain(word)));
  const whole = words.join('');
  if (whole.startsWith(typed)) return [fits.start];
  if (words.some((word) => word.startsWith(typed))) return [fits.word];
  if (whole.includes(typed)) return [fits.part];
  const forgiven = typed.length >= 8 ? 2 : typed.length >= 4 ? 1 : 0;
  const near = forgiven > 0 && [whole, ...words].some((word) => startDistance(typed, word, forgiven) <= forgiven);
  return near ? [fits.typo] : [];
}

function initialFit(initials: string, name: string): number[] {
  const words = name.split(/\s+/u).map((word) => [...plain(word)].map((c) => initialOf(c) ?? c).join(''));
  const whole = words.join('');
  if (whole.startsWith(initials)) return [fits.start];
  if (words.some((word) => word.startsWith(initials))) return [fits.word];
  return whole.includes(initials) ? [fits.part] : [];
}

const plain = (text: string): string =>
  text
    .normalize('NFC')
    .toLocaleLowerCase()
    .replaceAll(/[\s\p{P}\p{S}]+/gu, '');

const firstSyllable = 0xac00;
const lastSyllable = 0xd7a3;
const initialLetters = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
function initialOf(character: string): string | undefined {
  const code = character.codePointAt(0) ?? 0;
  if (code < firstSyllable || code > lastSyllable) return undefined;
  return initialLetters[Math.floor((code - firstSyllable) / (21 * 28))];
}

/** Korean as its letters. A consonant alone is the first one of a syllable that is being typed. */
const lettersOf = (text: string): string =>
  [...text]
    .map((c) => {
      const at = initialLetters.indexOf(c);
      return at < 0 ? c.normalize('NFD') : String.fromCodePoint(0x1100 + at);
    })
    .join('');

/** Least number of mistakes between what was typed and a beginning of the word (optimal string alignment). */
function startDistance(typed: string, word: string, most: number): number {
  if (word.length < typed.length - most) return most + 1;
  const end = Math.min(word.length, typed.length + most);
  let before: number[] = [];
  let last = Array.from({ length: end + 1 }, (_, i) => i);
  for (let i = 1; i <= typed.length; i++) {
    const row = [i];
    for (let j = 1; j <= end; j++) {
      const same = typed[i - 1] === word[j - 1];
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    before = last;
    last = row;
  }
  return Math.min(...last);
}
