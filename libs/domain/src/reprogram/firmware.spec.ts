import { describe, expect, it } from 'vitest';
import { crc32, headerBytes, packContainer, parseFirmware } from './firmware';

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
  return Uint8Array.from(`${record('0', [0, 0, ...chars])}\n${record('1', [0, 0, 1, 2, 3])}\n${record('9', [0, 0])}\n`, (c) => c.charCodeAt(0));
};

describe('a program', () => {
  it('is known by its content', () => {
    expect(parseFirmware('engine.ulp', ulp)).toEqual({ ok: true, firmware: { format: 'ulp', target: 'ecu', ...what, dataBytes: 10_000 } });
    expect(parseFirmware('UREA.DDR', packContainer('ddr', what, data))).toMatchObject({ ok: true, firmware: { target: 'dcu', format: 'ddr' } });
    expect(parseFirmware('a.s19', s19('DCU HL-U2 CAL-7 SW-1.0\0\0'))).toEqual({
      ok: true,
      firmware: { format: 's19', target: 'dcu', variant: 'HL-U2', calibration: 'CAL-7', version: 'SW-1.0', dataBytes: 3 },
    });
  });

  it.each([
    ['another kind of file', 'a.hex', ulp, { fault: 'format' }],
    ['a name that lies', 'a.ddr', ulp, { fault: 'magic', byte: 0 }],
    ['nothing', 'a.ulp', new Uint8Array(), { fault: 'length', byte: 0 }],
    ['a cut', 'a.ulp', ulp.subarray(0, ulp.length - 1), { fault: 'length', byte: 8 }],
    ['a byte too many', 'a.ulp', Uint8Array.from([...ulp, 0]), { fault: 'length', byte: 8 }],
    ['a container for nobody', 'a.ulp', packContainer('ulp', { ...what, variant: '' }, data), { fault: 'field', byte: 12 }],
    ['a version in small letters', 'a.ulp', packContainer('ulp', { ...what, version: 'sw 1' }, data), { fault: 'field', byte: 76 }],
    ['S-records of nobody', 'a.s19', s19('hello'), { fault: 'headerText', line: 1 }],
    ['S-records of another unit', 'a.s19', s19('TCU A B C'), { fault: 'headerText', line: 1 }],
    ['S-records without a header', 'a.s19', s19('ECU A B C').subarray(s19('ECU A B C').indexOf(10) + 1), { fault: 'noHeader', line: 1 }],
  ])('is refused: %s', (_, name, bytes, problem) => {
    expect(parseFirmware(name, bytes)).toEqual({ ok: false, ...problem });
  });

  it('in a container is refused with any bit of its header or of its content flipped', () => {
    for (let at = 0; at < ulp.length; at += at < headerBytes ? 1 : 37) {
      for (let bit = 0; bit < 8; bit++) {
        const broken = ulp.slice();
        broken[at] = (broken[at] ?? 0) ^ (1 << bit);
        expect(parseFirmware('a.ulp', broken).ok, `byte ${at} bit ${bit}`).toBe(false);
      }
    }
  });

  it('knows the check value of its checksum', () => {
    expect(crc32(Uint8Array.from('123456789', (c) => c.charCodeAt(0)))).toBe(0xcbf43926);
  });
});
