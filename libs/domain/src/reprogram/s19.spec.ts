import { describe, expect, it } from 'vitest';
import { parseS19 } from './s19';

const text = (s: string): Uint8Array => Uint8Array.from(s, (c) => c.charCodeAt(0));
const hex = (n: number, width: number): string =>
  n
    .toString(16)
    .toUpperCase()
    .padStart(width * 2, '0');
const widths: Record<number, number> = { 0: 2, 1: 2, 2: 3, 3: 4, 5: 2, 7: 4, 8: 3, 9: 2 };
function record(type: number, address: number, data: readonly number[] = []): string {
  const width = widths[type] ?? 2;
  const body = hex(width + data.length + 1, 1) + hex(address, width) + data.map((d) => hex(d, 1)).join('');
  const sum = (body.match(/../g) ?? []).reduce((s, b) => s + Number.parseInt(b, 16), 0);
  return `S${type}${body}${hex(~sum & 0xff, 1)}`;
}
const header = record(
  0,
  0,
  [...'ECU HL-D24 CAL-0412 SW-3.2.1'].map((c) => c.charCodeAt(0)),
);
const bytes = (from: number, length: number): number[] => Array.from({ length }, (_, i) => (from + i * 7) & 0xff);
const file = (...lines: string[]): Uint8Array => text(`${lines.join('\n')}\n`);
const good = [
  header,
  record(3, 0x8000_0000, bytes(1, 32)),
  record(3, 0x8000_0020, bytes(2, 32)),
  record(3, 0x8000_1000, bytes(3, 5)),
  record(5, 3),
  record(7, 0x8000_0000),
];

describe('an S-record file', () => {
  it('is read: header, places and bytes', () => {
    expect(parseS19(file(...good))).toEqual({
      ok: true,
      header: 'ECU HL-D24 CAL-0412 SW-3.2.1',
      records: 3,
      dataBytes: 69,
      segments: [
        { from: 0x8000_0000, bytes: 64 },
        { from: 0x8000_1000, bytes: 5 },
      ],
      startAddress: 0x8000_0000,
      mixedAt: null,
    });
    // as tools write data on both sides of a boundary, and an end that names a wider start address
    expect(
      parseS19(file(record(1, 0xfff8, bytes(1, 16)), record(2, 0x1_0008, bytes(2, 4)), record(9, 0))),
    ).toMatchObject({
      ok: true,
      segments: [{ from: 0xfff8, bytes: 20 }],
      mixedAt: 2,
    });
    expect(parseS19(file(record(1, 0, [1]), record(8, 0x1_0000)))).toMatchObject({
      ok: true,
      startAddress: 0x1_0000,
      mixedAt: null,
    });
    expect(parseS19(text(good.join('\r\n')))).toMatchObject({ ok: true, dataBytes: 69 });
    expect(parseS19(file(record(1, 0, [1]), record(9, 0)))).toMatchObject({ ok: true, header: null });
    expect(parseS19(file(record(2, 0x10000, [1, 2]), record(8, 0)))).toMatchObject({ ok: true, dataBytes: 2 });
    // the example that every description of the format gives
    expect(
      parseS19(
        file(
          'S00F000068656C6C6F202020202000003C',
          'S11F00007C0802A6900100049421FFF07C6C1B787C8C23783C6000003863000026',
          'S5030001FB',
          'S9030000FC',
        ),
      ),
    ).toMatchObject({ ok: true, records: 1 });
  });

  it.each<[string, string[], number, string]>([
    ['nothing', [], 0, 'empty'],
    ['a line of something else', [header, 'hello'], 2, 'notARecord'],
    ['an empty line between', [good[0] ?? '', '', ...good.slice(1)], 2, 'notARecord'],
    ['lower case', [header, (good[1] ?? '').toLowerCase().replace('s', 'S')], 2, 'notARecord'],
    ['type 4', [header, record(3, 0, [1]).replace('S3', 'S4')], 2, 'type'],
    ['half a byte', [header, `${good[1]}0`], 2, 'length'],
    ['a byte too many', [header, `${good[1]}00`], 2, 'length'],
    ['a wrong checksum', [header, `${(good[1] ?? '').slice(0, -2)}00`], 2, 'checksum'],
    ['two records on the same place', [header, good[1] ?? '', record(3, 0x8000_001f, [1]), record(7, 0)], 3, 'overlap'],
    [
      'a record that runs into an earlier one',
      [header, record(3, 64, bytes(0, 8)), record(3, 48, bytes(0, 32)), record(7, 0)],
      3,
      'overlap',
    ],
    [
      'a run that grows into an earlier one',
      [header, record(3, 64, bytes(0, 8)), record(3, 32, bytes(0, 32)), record(3, 64, bytes(0, 1)), record(7, 0)],
      4,
      'overlap',
    ],
    ['a wrong number of records', [header, good[1] ?? '', record(5, 2), record(7, 0)], 3, 'count'],
    ['a record after the end', [header, good[1] ?? '', record(7, 0), good[2] ?? ''], 4, 'afterEnd'],
    ['no end', [header, good[1] ?? ''], 2, 'noEnd'],
    ['a count that is not the end', [header, good[1] ?? '', record(5, 1), good[2] ?? ''], 4, 'noEnd'],
    ['a count that calls itself an end', [header, record(1, 0, [1, 2]), record(1, 2, [3]), record(9, 2)], 4, 'count'],
    ['a record with nothing in it', [header, record(3, 0)], 2, 'length'],
    ['no data', [header, record(7, 0)], 2, 'noData'],
    ['beyond the last address', [header, record(3, 0xffff_ffff, [1, 2]), record(7, 0)], 2, 'endAddress'],
    ['a second header', [header, header], 2, 'header'],
  ])('is refused: %s', (_, lines, line, fault) => {
    expect(parseS19(lines.length === 0 ? text('') : file(...lines))).toEqual({ ok: false, line, fault });
  });

  it('is refused with any single character of it flipped', () => {
    const whole = file(...good);
    let flips = 0;
    for (let at = 0; at < whole.length; at++) {
      for (const bit of [1, 2, 4, 8, 16]) {
        const broken = whole.slice();
        broken[at] = (broken[at] ?? 0) ^ bit;
        // a line break turned into a carriage return before another, or the last one lost, is equivalent
        if (whole[at] === 0x0a && at === whole.length - 1) continue;
        const read = parseS19(broken);
        // a record of another width is what a program with a header of ours is refused for
        expect(read.ok && read.mixedAt === null, `character ${at} with bit ${bit}`).toBe(false);
        flips++;
      }
    }
    expect(flips).toBeGreaterThan(1000);
  });

  it('of many scattered records is read in no time', () => {
    const lines = Array.from({ length: 20_000 }, (_, i) => record(3, ((i * 7919) % 20_000) * 16, bytes(i, 8)));
    expect(parseS19(file(...lines, record(7, 0)))).toMatchObject({ ok: true, records: 20_000 });
    expect(parseS19(file(...lines, record(3, 16 * 500 + 7, [1]), record(7, 0)))).toEqual({
      ok: false,
      line: 20_001,
      fault: 'overlap',
    });
  });
});
