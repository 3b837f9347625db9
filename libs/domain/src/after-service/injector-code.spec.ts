import { describe, expect, it } from 'vitest';
import { ProfileProblem } from '../profile';
import { codeRefusal, firingOrderOf, judgeCode, withCheckCharacter } from './injector-code';
import { type CodeChecksum, parseInjectorProfile, shippedInjectorProfile } from './injector-profile';

const base36 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const hex = '0123456789ABCDEF';
/** With a profile for both types; what is shipped has none. */
const profiled = parseInjectorProfile({
  ...shippedInjectorProfile,
  codings: shippedInjectorProfile.codings.map((c) => ({ ...c, checksum: { algorithm: 'luhnModN' } })),
});
const problemsOf = (json: unknown): string[] => {
  try {
    parseInjectorProfile(json);
    return [];
  } catch (error) {
    if (error instanceof ProfileProblem) return error.problems;
    throw error;
  }
};
const engine = { model: 'HL 6-110', engineType: 'D24 CRDI', hwVariant: 'HL-D24', cylinders: 4 };
const c3i = withCheckCharacter('A1B2C3D4E5F6G7H8J9K', base36);
const c2i = withCheckCharacter('0123456789ABCDE', hex);

describe('the check character of a full code', () => {
  it.each([
    ['C3i', c3i, { coding: 'C3i', checksum: true }],
    ['C2i', c2i, { coding: 'C2i', checksum: true }],
    ['a part of one, which has none', c3i.slice(0, 10), { coding: null, checksum: null }],
    ['sixteen characters that are not hexadecimal', 'GGGGGGGGGGGGGGGG', { coding: null, checksum: null }],
  ])('%s', (_, code, judged) => expect(judgeCode(code, engine, profiled)).toEqual(judged));

  it('is not asked for without a profile of its type', () =>
    expect(judgeCode(`B${c3i.slice(1)}`, engine, shippedInjectorProfile)).toEqual({ coding: 'C3i', checksum: null }));

  it.each([
    ['C3i', c3i, base36],
    ['C2i', c2i, hex],
  ])('of %s finds every single wrong character', (_, code, alphabet) => {
    for (const at of code.split('').keys())
      for (const other of alphabet)
        if (other !== code[at])
          expect(
            judgeCode(code.slice(0, at) + other + code.slice(at + 1), engine, profiled).checksum,
            `${other} at ${at}`,
          ).toBe(false);
  });
  it('finds neighbours that changed places, but for the first and the last of the alphabet', () => {
    for (let at = 0; at + 1 < c3i.length; at++) {
      const [a = '', b = ''] = [c3i[at], c3i[at + 1]];
      if (a === b || [a, b].sort().join('') === '0Z') continue;
      expect(judgeCode(c3i.slice(0, at) + b + a + c3i.slice(at + 2), engine, profiled).checksum).toBe(false);
    }
  });
});

describe('the order in which cylinders fire', () => {
  it.each([
    [3, [1, 2, 3]],
    [4, [1, 3, 4, 2]],
    [6, [1, 5, 3, 6, 2, 4]],
    [7, null],
    [null, null],
  ])('%s', (cylinders, order) =>
    expect(firingOrderOf({ ...engine, cylinders }, shippedInjectorProfile)).toEqual(order),
  );
});

describe('a code is not written', () => {
  const present = [c3i, 'BBB', 'CCC', 'DDD'];
  it.each([
    ['into a cylinder that is not there', { cylinder: 5, code: 'ABC' }, engine, present, 'cylinder'],
    ['with a wrong check character', { cylinder: 1, code: `B${c3i.slice(1)}` }, engine, present, 'checksum'],
    ['that another cylinder has', { cylinder: 2, code: c3i }, engine, present, 'twice'],
    // cylinder 3 fires second
    ['that the one that fires second has', { cylinder: 2, code: 'BBB' }, engine, present, 'twice'],
    [
      'into an engine with unknown order',
      { cylinder: 1, code: 'ABC' },
      { ...engine, cylinders: null },
      present,
      'order',
    ],
  ] as const)('%s', (_, write, of, codes, why) => expect(codeRefusal(write, of, codes, profiled)).toBe(why));

  it.each([
    ['its own again', { cylinder: 1, code: c3i }, present],
    ['its own again, by the firing order', { cylinder: 3, code: 'BBB' }, present],
    ['a new one', { cylinder: 2, code: 'EEE' }, present],
    ['one where nothing is known of the others', { cylinder: 2, code: c3i }, null],
  ])('unless it is %s', (_, write, codes) =>
    expect(codeRefusal(write, engine, codes, shippedInjectorProfile)).toBeNull(),
  );
});

describe('a maker’s own data', () => {
  const file = parseInjectorProfile({
    ...profiled,
    overrides: [
      { match: { engineType: 'D24 CRDI' }, firingOrder: [1, 2, 4, 3] },
      {
        match: { model: 'HL 6-110' },
        codings: [{ id: 'Own', length: 8, alphabet: hex, checksum: { algorithm: 'none' } }],
      },
    ],
  });
  it('replaces the shipped one for the engines that it names', () => {
    expect(firingOrderOf(engine, file)).toEqual([1, 2, 4, 3]);
    expect(firingOrderOf({ ...engine, engineType: 'D18 CRDI' }, file)).toEqual([1, 3, 4, 2]);
    expect(judgeCode('0123ABCD', engine, file)).toEqual({ coding: 'Own', checksum: null });
    expect(judgeCode(`B${c3i.slice(1)}`, engine, file)).toEqual({ coding: null, checksum: null });
    expect(judgeCode(`B${c3i.slice(1)}`, { ...engine, model: 'HE-35' }, file).checksum).toBe(false);
  });
  const own = { id: 'Own', length: 8, alphabet: hex };
  it.each<[string, object, RegExp]>([
    [
      'an alphabet of an odd size',
      { codings: [{ ...own, alphabet: 'ABC', checksum: { algorithm: 'luhnModN' } }] },
      /^codings\.Own\.checksum: .*even/,
    ],
    [
      'a character twice in the alphabet',
      { codings: [{ ...own, alphabet: 'ABBC', checksum: { algorithm: 'none' } }] },
      /^codings\.Own\.alphabet: characters that differ/,
    ],
    ['an order that leaves a cylinder out', { firingOrders: { 4: [1, 3, 2] } }, /^firingOrders\.4: names 3 cylinders/],
    ['an order that names one twice', { firingOrders: { 4: [1, 3, 3, 2] } }, /^firingOrders\.4: each cylinder once/],
    ['an order for a hundred cylinders', { firingOrders: { 100: [1] } }, /^firingOrders/],
    [
      'an unknown checksum',
      { codings: [{ ...own, checksum: { algorithm: 'secret' } }] },
      /^codings\.Own\.checksum\.algorithm: /,
    ],
    [
      'an unknown CRC',
      { codings: [{ ...own, checksum: { algorithm: 'checksum', name: 'CRC-17', checkCharacters: 2 } }] },
      /^codings\.Own\.checksum\.name: /,
    ],
    [
      'more remainders than its check character can write',
      { codings: [{ ...own, checksum: { algorithm: 'weightedSum', weights: [1], modulus: 17 } }] },
      /^codings\.Own\.checksum: 1 characters .* 17/,
    ],
    [
      'nothing but check characters',
      { codings: [{ ...own, length: 3, checksum: { algorithm: 'checksum', name: 'CRC-16/ARC', checkCharacters: 4 } }] },
      /nothing is left/,
    ],
    [
      'a pattern',
      { codings: [{ ...own, pattern: '(a+)+$', checksum: { algorithm: 'none' } }] },
      /^codings\.Own: .*pattern/,
    ],
    [
      'an id twice',
      {
        codings: [
          { ...own, checksum: { algorithm: 'none' } },
          { ...own, length: 9, checksum: { algorithm: 'none' } },
        ],
      },
      /^codings\.Own: this id is there twice/,
    ],
  ])('is refused with %s, and its place is named', (_, over, expected) => {
    const problems = problemsOf({ ...shippedInjectorProfile, ...over });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(expected);
  });
});

describe('a checksum that a profile names', () => {
  const judged = (code: string, length: number, alphabet: string, checksum: CodeChecksum): boolean | null =>
    judgeCode(
      code,
      engine,
      parseInjectorProfile({ ...shippedInjectorProfile, codings: [{ id: 'Own', length, alphabet, checksum }] }),
    ).checksum;
  const weighted = { algorithm: 'weightedSum', from: 'left', plus: 0, complement: false, checkCharacters: 1 } as const;

  it.each<[string, string, string, CodeChecksum]>([
    // the ISBN of many text books, as far as its alphabet goes: weights 10 to 2, what is missing up to 11, X for ten
    [
      'weights of an ISBN-10',
      '0306406152',
      '0123456789X',
      { ...weighted, weights: [10, 9, 8, 7, 6, 5, 4, 3, 2], modulus: 11, complement: true },
    ],
    [
      'an X as its check character',
      '097522980X',
      '0123456789X',
      { ...weighted, weights: [10, 9, 8, 7, 6, 5, 4, 3, 2], modulus: 11, complement: true },
    ],
    // EAN-13: 1 and 3 in turn
    [
      'weights of an EAN-13',
      '4006381333931',
      '0123456789',
      { ...weighted, weights: [1, 3], modulus: 10, complement: true },
    ],
    [
      'the same from the right',
      '4006381333931',
      '0123456789',
      { ...weighted, weights: [3, 1], from: 'right', modulus: 10, complement: true },
    ],
    // 1×1 + 2×2 + 3×3 = 14, and 3 beyond it
    [
      'a remainder of two characters with something added',
      '12317',
      '0123456789',
      { ...weighted, weights: [1, 2, 3], plus: 3, modulus: 97, checkCharacters: 2 },
    ],
    [
      'a CRC in hexadecimal digits',
      '12345678929B1',
      hex,
      { algorithm: 'checksum', name: 'CRC-16/IBM-3740', checkCharacters: 4 },
    ],
    ['a CRC-8 in two of them', '123456789F4', hex, { algorithm: 'checksum', name: 'CRC-8', checkCharacters: 2 }],
    // 0xdd = 221, modulo 36: 5
    ['the last digit of a sum', '1234567895', base36, { algorithm: 'checksum', name: 'SUM-8', checkCharacters: 1 }],
  ])('%s', (_, code, alphabet, rule) => {
    expect(judged(code, code.length, alphabet, rule)).toBe(true);
    for (const at of code.split('').keys()) {
      const wrong =
        code.slice(0, at) +
        (alphabet[(alphabet.indexOf(code[at] ?? '') + 1) % alphabet.length] ?? '') +
        code.slice(at + 1);
      expect(judged(wrong, code.length, alphabet, rule), wrong).toBe(false);
    }
  });
});
