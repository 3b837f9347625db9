import { describe, expect, it } from 'vitest';
import { checksum, checksumBytes, type ChecksumName, checksumNames } from './checksum';

const digits = Uint8Array.from('123456789', (c) => c.charCodeAt(0));
/** Check values for "123456789", from the catalogue of parametrised CRC algorithms and the RFCs. */
const checkValues: Record<ChecksumName, number> = {
  'CRC-8': 0xf4,
  'CRC-8/SAE-J1850': 0x4b,
  'CRC-16/ARC': 0xbb3d,
  'CRC-16/MODBUS': 0x4b37,
  'CRC-16/IBM-3740': 0x29b1,
  'CRC-16/XMODEM': 0x31c3,
  'CRC-16/KERMIT': 0x2189,
  'CRC-16/X-25': 0x906e,
  'CRC-32': 0xcbf43926,
  'CRC-32/BZIP2': 0xfc891918,
  'CRC-32/MPEG-2': 0x0376e6e7,
  'CRC-32C': 0xe3069283,
  'SUM-8': 0xdd,
  'SUM-8/ONES': 0x22,
  'SUM-8/TWOS': 0x23,
  'SUM-16': 0x01dd,
  'SUM-16/TWOS': 0xfe23,
  'SUM-32': 0x01dd,
  'XOR-8': 0x31,
  'FLETCHER-16': 0x1ede,
  'ADLER-32': 0x091e01de,
};

describe('a checksum', () => {
  it.each(checksumNames)('%s has its check value', (name) => expect(checksum(name, digits)).toBe(checkValues[name]));

  it.each(checksumNames)('%s does not mind in how many parts it is given, and fits into its bytes', (name) => {
    for (let cut = 0; cut <= digits.length; cut++)
      expect(checksum(name, digits.subarray(0, cut), digits.subarray(cut))).toBe(checkValues[name]);
    const [nothing, much] = [checksum(name), checksum(name, new Uint8Array(3_000).fill(0xff))];
    for (const value of [nothing, much]) {
      expect(Number.isInteger(value) && value >= 0).toBe(true);
      expect(value).toBeLessThan(256 ** checksumBytes(name));
    }
  });

  it.each(checksumNames.filter((n) => n.startsWith('CRC')))('%s finds every flipped bit', (name) => {
    for (let at = 0; at < digits.length; at++)
      for (let bit = 0; bit < 8; bit++) {
        const broken = digits.map((b, i) => (i === at ? b ^ (1 << bit) : b));
        expect(checksum(name, broken), `byte ${at} bit ${bit}`).not.toBe(checkValues[name]);
      }
  });
});
