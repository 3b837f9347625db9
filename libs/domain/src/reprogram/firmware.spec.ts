import { describe, expect, it } from 'vitest';
import { headerBytes, packContainer, parseFirmware } from './firmware';

const data = Uint8Array.from({ length: 10_000 }, (_, i) => (i * 31) & 0xff);
const what = { variant: 'HL-D24', calibration: 'CAL-0412', version: 'SW-3.2.1' };
const ulp = packContainer('ulp', what, data, 1_760_000_000);
const s19 = (header: string): Uint8Array => {
  const record = (type: string, body: number[]): string => {
    const all = [body.length + 1, ...body];
    const sum = ~all.reduce((s, b) => s + b, 0) & 0xff;
    return `S${type}${[...all, sum].map((b) => b.toString(16).toUpperCase().padStart(2, '0')).join('')}`;
  };
  const chars = Array.from(header, (c) => c.charCodeAt(0));
  return Uint8Array.from(
    `${record('0', [0, 0, ...chars])}\n${record('1', [0, 0, 1, 2, 3])}\n${record('9', [0, 0])}\n`,
    (c) => c.charCodeAt(0),
  );
};

describe('a program', () => {
  it('is known by its content', () => {
    expect(parseFirmware('engine.ulp', ulp)).toEqual({
      ok: true,
      firmware: { format: 'ulp', identity: { target: 'ecu', ...what }, header: 'headland-ulp', dataBytes: 10_000 },
    });
    expect(parseFirmware('UREA.DDR', packContainer('ddr', what, data))).toMatchObject({
      ok: true,
      firmware: { identity: { target: 'dcu' }, format: 'ddr' },
    });
    expect(parseFirmware('a.s19', s19('DCU HL-U2 CAL-7 SW-1.0\0\0'))).toEqual({
      ok: true,
      firmware: {
        format: 's19',
        identity: { target: 'dcu', variant: 'HL-U2', calibration: 'CAL-7', version: 'SW-1.0' },
        header: 'headland-s19',
        dataBytes: 3,
      },
    });
  });

  it.each([
    ['another kind of file', 'a.hex', ulp, { fault: 'format' }],
    ['a wrong file extension', 'a.ddr', ulp, { fault: 'magic', byte: 0, header: 'headland-ulp' }],
    ['nothing', 'a.ulp', new Uint8Array(), { fault: 'empty', byte: 0 }],
    ['its header alone', 'a.ulp', ulp.subarray(0, 100), { fault: 'length', byte: 100, header: 'headland-ulp' }],
    ['a cut', 'a.ulp', ulp.subarray(0, ulp.length - 1), { fault: 'length', byte: 8, header: 'headland-ulp' }],
    ['a byte too many', 'a.ulp', Uint8Array.from([...ulp, 0]), { fault: 'length', byte: 8, header: 'headland-ulp' }],
    [
      'a container without a target',
      'a.ulp',
      packContainer('ulp', { ...what, variant: '' }, data),
      { fault: 'field', byte: 12, header: 'headland-ulp' },
    ],
    [
      'a version in small letters',
      'a.ulp',
      packContainer('ulp', { ...what, version: 'sw 1' }, data),
      { fault: 'field', byte: 76, header: 'headland-ulp' },
    ],
  ])('is refused: %s', (_, name, bytes, problem) => {
    expect(parseFirmware(name, bytes)).toEqual({ ok: false, ...problem });
  });

  it.each([
    ['bytes of the maker', 'a.ulp', data],
    ['a short one', 'a.ddr', data.subarray(0, 3)],
    ['a header record of the maker', 'a.s19', s19('hello')],
    ['a unit that we do not know', 'a.s19', s19('TCU A B C')],
    ['no header record', 'a.s19', s19('ECU A B C').subarray(s19('ECU A B C').indexOf(10) + 1)],
  ])('of which nothing can be read is a program all the same: %s', (_, name, bytes) => {
    expect(parseFirmware(name, bytes)).toMatchObject({ ok: true, firmware: { identity: null } });
  });

  it('in a container is refused with any bit of its header or of its content flipped', () => {
    // without its first four bytes it is one of somebody else
    for (let at = 4; at < ulp.length; at += at < headerBytes ? 1 : 37) {
      for (let bit = 0; bit < 8; bit++) {
        const broken = ulp.slice();
        broken[at] = (broken[at] ?? 0) ^ (1 << bit);
        expect(parseFirmware('a.ulp', broken).ok, `byte ${at} bit ${bit}`).toBe(false);
      }
    }
  });
});
