/**
 * Korean place names in Latin letters after the Revised Romanization (2000), with the sound changes inside a name (Wangsimni, Silla, Byeollae)
 * and the official hyphen before an administrative suffix (Sintaein-eup, Goseong-gun), over which no sound changes.
 */
const initials = ['g', 'kk', 'n', 'd', 'tt', 'r', 'm', 'b', 'pp', 's', 'ss', '', 'j', 'jj', 'ch', 'k', 't', 'p', 'h'];
const vowels = [
  'a',
  'ae',
  'ya',
  'yae',
  'eo',
  'e',
  'yeo',
  'ye',
  'o',
  'wa',
  'wae',
  'oe',
  'yo',
  'u',
  'wo',
  'we',
  'wi',
  'yu',
  'eu',
  'ui',
  'i',
];
/** final consonants at rest: k, n, t, l, m, p, ng */
const finals = [
  '',
  'k',
  'k',
  'k',
  'n',
  'n',
  'n',
  't',
  'l',
  'k',
  'm',
  'l',
  'l',
  'l',
  'p',
  'l',
  'm',
  'p',
  'p',
  't',
  't',
  'ng',
  't',
  't',
  'k',
  't',
  'p',
  't',
];
/** … and carried over to a syllable that begins with a vowel */
const carried = [
  '',
  'g',
  'kk',
  'ks',
  'n',
  'nj',
  'n',
  'd',
  'r',
  'lg',
  'lm',
  'lb',
  'ls',
  'lt',
  'lp',
  'r',
  'm',
  'b',
  'ps',
  's',
  'ss',
  'ng',
  'j',
  'ch',
  'k',
  't',
  'p',
  '',
];

export function romanize(name: string): string {
  const parts = [...name].map((letter) => {
    const code = letter.charCodeAt(0) - 0xac00;
    if (code < 0 || code > 11171) throw new Error(`not Hangul: ${name}`);
    return { initial: Math.floor(code / 588), vowel: Math.floor((code % 588) / 28), final: code % 28 };
  });
  const latin = parts
    .map((part, i) => {
      const before = parts[i - 1];
      const after = parts[i + 1];
      const start = before ? joinedInitial(before.final, part.initial) : (initials[part.initial] ?? '');
      return (
        start +
        (vowels[part.vowel] ?? '') +
        (after ? joinedFinal(part.final, after.initial) : (finals[part.final] ?? ''))
      );
    })
    .join('');
  return latin.charAt(0).toUpperCase() + latin.slice(1);
}

const [silent, nieun, rieul, mieum] = [11, 2, 5, 6];

function joinedFinal(final: number, next: number): string {
  const rest = finals[final] ?? '';
  if (next === silent) return carried[final] ?? '';
  if (next === nieun || next === mieum) return ({ k: 'ng', t: 'n', p: 'm' } as Record<string, string>)[rest] ?? rest;
  if (next === rieul) return ({ k: 'ng', t: 'n', p: 'm', n: 'l' } as Record<string, string>)[rest] ?? rest;
  return rest;
}

function joinedInitial(final: number, initial: number): string {
  const rest = finals[final] ?? '';
  if (initial === rieul && rest !== '') return rest === 'n' || rest === 'l' ? 'l' : 'n';
  if (initial === nieun && rest === 'l') return 'l';
  return initials[initial] ?? '';
}

const suffixes: Record<string, string> = {
  시: '',
  군: '-gun',
  구: '-gu',
  읍: '-eup',
  면: '-myeon',
  도: '-do',
  동: '-dong',
};

/** A name with its administrative suffix; a city is called without: Jeongeup, Gochang-gun, Sintaein-eup, Nam-myeon. */
export function romanizePlace(name: string): string {
  const suffix = suffixes[name.slice(-1)];
  if (suffix === undefined || name.length < 2) return romanize(name);
  return romanize(name.slice(0, -1)) + suffix;
}
