import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { day, hasEmoji, isoTime, koreanPhone, max100, memo, messageOf, name40, t50 } from './fields';

const points = Array.from({ length: 0x11_0000 }, (_, n) => n)
  .filter((n) => n < 0xd800 || n > 0xdfff)
  .map((n) => String.fromCodePoint(n));

describe('emoji', () => {
  it.each([
    ['a picture', '🚜'],
    ['a picture by its selector', '☂️'],
    ['the flag of a country', '🇰🇷'],
    ['half of one', '🇰'],
    ['the flag of a region', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['a keycap', '1️⃣'],
    ['a keycap without selector', '#⃣'],
    ['a star key', '*️⃣'],
    ['a skin tone on a hand', '👍🏽'],
    ['a skin tone alone', '🏽'],
    ['a family', '👩‍👩‍👧'],
    ['a profession', '👩🏾‍🌾'],
    ['a mark of trade by its selector', '®️'],
    ['a joined flag', '🏳️‍🌈'],
  ])('%s is one', (_, s) => {
    expect(hasEmoji(s)).toBe(true);
    expect(t50.safeParse(`ok ${s}`).error?.issues[0]?.message).toBe('field.emoji');
  });

  it.each([
    ['digits, # and *', '0123456789 #1 *'],
    ['Korean, also in parts', '한글 한'],
    ['Thai with its marks', 'ภาษาไทย'],
    ['Arabic', 'العَرَبِيَّة'],
    ['Persian with a joiner', 'می‌خواهم'],
    ['Hindi with joiners', 'क्‍ष'],
    ['combining marks', 'Zoë naïve ê̄'],
    ['marks of trade and right', 'Headland® Tractor™ ©'],
    ['signs', '§ ° ± ½ → № € ₩ ㎞ ℃'],
  ])('%s is none', (_, s) => expect(hasEmoji(s)).toBe(false));

  it('is each pair of flag halves and each keycap', () => {
    const halves = points.filter((p) => /\p{Regional_Indicator}/u.test(p));
    expect(halves).toHaveLength(26);
    for (const a of halves) for (const b of halves) expect(hasEmoji(a + b)).toBe(true);
    for (const key of '0123456789#*')
      expect([hasEmoji(`${key}\u20e3`), hasEmoji(`${key}\ufe0f\u20e3`), hasEmoji(key)]).toEqual([true, true, false]);
  });

  it('is all that Unicode shows as a picture by itself, and no letter, mark or number', () => {
    for (const p of points) {
      if (/\p{Emoji_Presentation}/u.test(p) && !hasEmoji(p)) throw new Error(`${p} passes`);
      // some letters are pictures, too, as the trade mark is; and two marks make one of what they follow
      const isPicture = /[\p{Extended_Pictographic}\u20e3\ufe0f]/u.test(p);
      if (/[\p{L}\p{M}\p{N}]/u.test(p) && !isPicture && hasEmoji(p))
        throw new Error(`U+${p.codePointAt(0)?.toString(16)} is refused`);
    }
  });
});

describe('what the database can take', () => {
  const fits = (schema: z.ZodType, value: string): boolean => schema.safeParse(value).success;
  it.each([
    ['1900-01-01', true],
    ['9999-12-31', true],
    ['1899-12-31', false],
    ['0000-01-01', false],
  ])('day %s: %s', (value, fit) => expect(fits(day, value)).toBe(fit));

  it.each([
    ['2026-11-21T03:00:00Z', true],
    ['2026-11-21T03:00:00.123+09:00', true],
    ['2026-11-21T03:00:00+14:00', true],
    ['2026-11-21T03:00:00-12:00', true],
    ['2026-11-21T03:00:00+14:01', false],
    ['2026-11-21T03:00:00.5-15:00', false],
    ['2026-11-21T03:00:00+23:59', false],
    ['0000-01-01T00:00:00Z', false],
  ])('time %s: %s', (value, fit) => expect(fits(isoTime, value)).toBe(fit));

  it.each([
    ['HL 6-110 (대)', true],
    ['x'.repeat(41), false],
    ['HL\0', false],
    ['HL\n', false],
  ])('name %j: %s', (value, fit) => expect(fits(name40, value)).toBe(fit));
});

describe('a Korean phone', () => {
  it.each([
    ['010-1234-5678', true],
    ['01012345678', true],
    ['02-123-4567', true],
    ['021234567', true],
    ['031-123-4567', true],
    ['+821012345678', false],
    ['821012345678', false],
    ['10-1234-5678', false],
    ['010-12345678', false],
    ['011234567', false],
    ['02123456789', false],
  ])('%s: %s', (value, fit) => expect(koreanPhone.safeParse(value).success).toBe(fit));
});

describe('the message of what a rule refuses', () => {
  const messagesOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues.map(messageOf);
  it('names the most that a text may have', () => {
    expect([messagesOf(memo, 'x'.repeat(1501)), messagesOf(max100, 'x'.repeat(101))]).toEqual([
      ['field.max1500'],
      ['field.max100'],
    ]);
    expect(messagesOf(z.string().max(40), 'x'.repeat(41))).toEqual(['field.max40']);
  });
  it('is of the rule where that is more specific', () =>
    expect(messagesOf(t50, 'x'.repeat(51))).toEqual(['field.t50']));
  it('is "not valid" by default', () => {
    expect([
      messagesOf(memo, 7),
      messagesOf(z.string().max(41), 'x'.repeat(42)),
      messagesOf(z.number().max(40), 41),
    ]).toEqual([['field.invalid'], ['field.invalid'], ['field.invalid']]);
  });
});
