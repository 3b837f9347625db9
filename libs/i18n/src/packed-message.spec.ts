import { parse } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from 'vitest';
import { catalogue } from './catalogue';
import { packMessage } from './pack-message';
import { unpack } from './packed-message';

describe('a packed message', () => {
  it('is unpacked to what the parser makes of it, whichever of the catalogue it is', () => {
    const texts = Object.values(catalogue).flatMap(({ ko, en }) => [ko, en]);
    expect(texts.length).toBeGreaterThan(5000);
    for (const text of texts) expect(unpack(packMessage(text)), text).toEqual(parse(text, { captureLocation: false }));
  });

  it.each([
    ['저장', '저장'],
    ['', ''],
    ['it’s {n}', ['it’s ', ['n']]],
    ['{n, number} km', [['n', 2], ' km']],
    ['{n, plural, one {# call} other {# calls}}', [['n', 6, { one: [0, ' call'], other: [0, ' calls'] }]]],
    ['{by, select, none {–} other {{by}}}', [['by', 5, { none: ['–'], other: [['by']] }]]],
  ])('of %j is %j', (text, packed) => {
    expect(packMessage(text)).toEqual(packed);
  });

  it.each(['{n, number, ::.0}', '{at, date}', '{n, selectordinal, other {#th}}', '{n, plural, offset:1 other {#}}'])(
    'is refused where the console could not format it: %s',
    (text) => {
      expect(() => packMessage(text)).toThrow('The console cannot format');
    },
  );
});
