import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseFirmware } from '@headland/domain/reprogram/firmware';
import { parseS19 } from '@headland/domain/reprogram/s19';

// Files written by the package srecord (README.md beside it): accepted as they are, and refused with any changed character.
const folder = import.meta.dirname;
const header = ['-header', 'ECU HL-D24 CAL-D24-0412 SW-3.2.1'];
const content = ['-repeat-data', '0xDE', '0xAD', '0x00', '0xFF', '0x5A', '0x13', '0x77'];
const made = {
  // without an end record of its own it ends with the count
  'plain.s19': ['-generate', '0', '0x47', ...content, ...header],
  's1.s19': [
    '-generate',
    '0x1000',
    '0x1070',
    ...content,
    ...header,
    '-execution-start-address',
    '0x1000',
    '-address-length=2',
  ],
  's2.s19': [
    '-generate',
    '0x20000',
    '0x20040',
    '0x20400',
    '0x20433',
    ...content,
    ...header,
    '-execution-start-address',
    '0x20000',
    '-address-length=3',
  ],
  's3.s19': [
    '-generate',
    '0x80000000',
    '0x80000123',
    ...content,
    ...header,
    '-execution-start-address',
    '0x80000000',
    '-address-length=4',
  ],
};
const foreign = [
  '-generate',
  '0x1000',
  '0x1010',
  '0x20000',
  '0x20010',
  '0x1000000',
  '0x1000004',
  ...content,
  '-execution-start-address',
  '0x1000',
];
const names = Object.keys(made) as (keyof typeof made)[];
const bytesOf = (name: string): Uint8Array => Uint8Array.from(readFileSync(join(folder, name)));
const srecCat = (args: readonly string[]) => spawnSync('srec_cat', [...args, '-output', '-', '-motorola']);
const isInstalled = srecCat(['-generate', '0', '1', '-constant', '0']).error === undefined;

describe('S-records of the package srecord', () => {
  it.each([
    ['plain.s19', 0x47, [{ from: 0, bytes: 0x47 }]],
    ['s1.s19', 0x70, [{ from: 0x1000, bytes: 0x70 }]],
    [
      's2.s19',
      0x73,
      [
        { from: 0x2_0000, bytes: 0x40 },
        { from: 0x2_0400, bytes: 0x33 },
      ],
    ],
    ['s3.s19', 0x123, [{ from: 0x8000_0000, bytes: 0x123 }]],
  ])('%s is accepted, with its bytes where they belong', (name, dataBytes, segments) => {
    expect(parseS19(bytesOf(name))).toMatchObject({ ok: true, dataBytes, segments, startAddress: segments[0]?.from });
    expect(parseFirmware(name, bytesOf(name))).toEqual({
      ok: true,
      firmware: {
        format: 's19',
        identity: { target: 'ecu', variant: 'HL-D24', calibration: 'CAL-D24-0412', version: 'SW-3.2.1' },
        header: 'headland-s19',
        dataBytes,
      },
    });
  });

  it.each(names)(
    '%s is refused with any single character of it exchanged for any other',
    (name) => {
      const whole = bytesOf(name);
      const taken: string[] = [];
      for (let at = 0; at < whole.length; at++) {
        const right = whole[at] ?? 0;
        for (let other = 0; other < 256; other++) {
          if (other === right) continue;
          whole[at] = other;
          if (parseFirmware(name, whole).ok) taken.push(`character ${at}: ${right} as ${other}`);
        }
        whole[at] = right;
      }
      expect(taken).toEqual([]);
      expect(parseFirmware(name, whole).ok).toBe(true);
    },
    180_000,
  );

  it.each(names)('%s is refused with any character left out or doubled', (name) => {
    const whole = bytesOf(name);
    for (let at = 0; at < whole.length - 1; at++) {
      expect(
        parseFirmware(name, Uint8Array.from([...whole.subarray(0, at), ...whole.subarray(at + 1)])).ok,
        `without character ${at}`,
      ).toBe(false);
      expect(
        parseFirmware(name, Uint8Array.from([...whole.subarray(0, at + 1), ...whole.subarray(at)])).ok,
        `character ${at} twice`,
      ).toBe(false);
    }
  });

  // without our header, with data and a start address of different widths, as written without options
  it('foreign.s19 is accepted, and nothing is read from it', () => {
    expect(parseFirmware('foreign.s19', bytesOf('foreign.s19'))).toEqual({
      ok: true,
      firmware: { format: 's19', identity: null, header: null, dataBytes: 0x24 },
    });
  });

  // apt install srecord
  it.skipIf(!isInstalled).each([...names, 'foreign.s19'] as const)('%s is what the package writes today', (name) => {
    const { status, stdout, stderr } = srecCat(name === 'foreign.s19' ? foreign : made[name]);
    expect(status, String(stderr)).toBe(0);
    expect(Uint8Array.from(stdout)).toEqual(bytesOf(name));
  });
});
