/**
 * Korean particles after a value: the catalogue has both forms, `{name}을(를)`, and the final consonant of what precedes
 * decides which is read. Digits and Latin letters count by their Korean names; closing marks are skipped.
 */
const particle = /([”’"'）)\]]*)(을\(를\)|이\(가\)|은\(는\)|과\(와\)|\(으\)로)/gu;

export const hasParticle = (message: string): boolean => message.search(particle) >= 0;

/** The text with every particle resolved; after a character without a known sound both forms stay. */
export const withParticles = (text: string): string =>
  text.replace(particle, (both: string, closing: string, forms: string, at: number) => {
    const final = finalOf(text[at - 1] ?? '');
    return final === null ? both : closing + chosen(forms, final);
  });

type Final = 'none' | 'rieul' | 'other';

function chosen(forms: string, final: Final): string {
  if (forms === '(으)로') return final === 'other' ? '으로' : '로';
  const [closed = '', open = ''] = forms.replace(')', '').split('(');
  return final === 'none' ? open : closed;
}

/** 영일이삼사오육칠팔구 */
const digits: readonly Final[] = 'other rieul none other none none other rieul rieul none'.split(' ') as Final[];

function finalOf(character: string): Final | null {
  const syllable = (character.codePointAt(0) ?? 0) - 0xac00;
  if (syllable >= 0 && syllable < 11_172) {
    const final = syllable % 28;
    return final === 0 ? 'none' : final === 8 ? 'rieul' : 'other';
  }
  if (/\d/u.test(character)) return digits[Number(character)] ?? null;
  if (/[lLR]/u.test(character)) return 'rieul'; // 엘, 알
  if (/[mnMN]/u.test(character)) return 'other'; // 엠, 엔
  return /[a-zA-Z%]/u.test(character) ? 'none' : null;
}
