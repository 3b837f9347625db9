import { describe, expect, it } from 'vitest';
import { codeRefusal, firingOrderOf, injectorCodings, judgeCode, parseCodings, withCheckCharacter } from './injector-code';

const base36 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const hex = '0123456789ABCDEF';
const engine = { model: 'HL 6-110', engineType: 'D24 CRDI', hwVariant: 'HL-D24', cylinders: 4 };
const c3i = withCheckCharacter('A1B2C3D4E5F6G7H8J9K', base36);
const c2i = withCheckCharacter('0123456789ABCDE', hex);

describe('the check character of a full code', () => {
  it.each([
    ['C3i', c3i, { coding: 'C3i', checksum: true }],
    ['C2i', c2i, { coding: 'C2i', checksum: true }],
    ['a part of one, which has none', c3i.slice(0, 10), { coding: null, checksum: null }],
    ['sixteen characters that are not hexadecimal', 'GGGGGGGGGGGGGGGG', { coding: null, checksum: null }],
  ])('%s', (_, code, judged) => expect(judgeCode(code, engine)).toEqual(judged));

  it.each([
    ['C3i', c3i, base36],
    ['C2i', c2i, hex],
  ])('of %s finds every single wrong character', (_, code, alphabet) => {
    for (const at of code.split('').keys())
      for (const other of alphabet)
        if (other !== code[at]) expect(judgeCode(code.slice(0, at) + other + code.slice(at + 1), engine).checksum, `${other} at ${at}`).toBe(false);
  });
  it('finds neighbours that changed places, but for the first and the last of the alphabet', () => {
    for (let at = 0; at + 1 < c3i.length; at++) {
      const [a = '', b = ''] = [c3i[at], c3i[at + 1]];
      if (a === b || [a, b].sort().join('') === '0Z') continue;
      expect(judgeCode(c3i.slice(0, at) + b + a + c3i.slice(at + 2), engine).checksum).toBe(false);
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
  ])('%s', (cylinders, order) => expect(firingOrderOf({ ...engine, cylinders })).toEqual(order));
});

describe('a code is not written', () => {
  const present = [c3i, 'BBB', 'CCC', 'DDD'];
  it.each([
    ['into a cylinder that is not there', { cylinder: 5, code: 'ABC' }, engine, present, 'cylinder'],
    ['with a wrong check character', { cylinder: 1, code: `B${c3i.slice(1)}` }, engine, present, 'checksum'],
    ['that another cylinder has', { cylinder: 2, code: c3i }, engine, present, 'twice'],
    // cylinder 3 fires second
    ['that the one that fires second has', { cylinder: 2, code: 'BBB' }, engine, present, 'twice'],
    ['into an engine whose order nobody knows', { cylinder: 1, code: 'ABC' }, { ...engine, cylinders: null }, present, 'order'],
  ] as const)('%s', (_, write, of, codes, why) => expect(codeRefusal(write, of, codes)).toBe(why));

  it.each([
    ['its own again', { cylinder: 1, code: c3i }, present],
    ['its own again, by the firing order', { cylinder: 3, code: 'BBB' }, present],
    ['a new one', { cylinder: 2, code: 'EEE' }, present],
    ['one where nothing is known of the others', { cylinder: 2, code: c3i }, null],
  ])('unless it is %s', (_, write, codes) => expect(codeRefusal(write, engine, codes)).toBeNull());
});

describe('a maker’s own data', () => {
  const file = parseCodings({
    ...injectorCodings,
    overrides: [
      { match: { engineType: 'D24 CRDI' }, firingOrder: [1, 2, 4, 3] },
      { match: { model: 'HL 6-110' }, codings: [{ id: 'Own', length: 8, alphabet: hex, checksum: 'none' }] },
    ],
  });
  it('takes the place of the shipped for the engines that it names', () => {
    expect(firingOrderOf(engine, file)).toEqual([1, 2, 4, 3]);
    expect(firingOrderOf({ ...engine, engineType: 'D18 CRDI' }, file)).toEqual([1, 3, 4, 2]);
    expect(judgeCode('0123ABCD', engine, file)).toEqual({ coding: 'Own', checksum: null });
    expect(judgeCode(`B${c3i.slice(1)}`, engine, file)).toEqual({ coding: null, checksum: null });
    expect(judgeCode(`B${c3i.slice(1)}`, { ...engine, model: 'HE-35' }, file).checksum).toBe(false);
  });
  it.each([
    ['an alphabet of an odd size', { codings: [{ id: 'Own', length: 8, alphabet: 'ABC', checksum: 'luhnModN' }] }],
    ['an order that leaves a cylinder out', { firingOrders: { 4: [1, 3, 4] } }],
    ['an order that names one twice', { firingOrders: { 4: [1, 3, 3, 2] } }],
  ])('is refused with %s', (_, over) => expect(() => parseCodings({ ...injectorCodings, ...over })).toThrow());
});
