/**
 * Checksums used by makers of controllers, by their usual names; the CRCs with the parameters of the catalogue of
 * parametrised CRC algorithms (width, polynomial, initial value, reflection, final XOR).
 */
const crcs = {
  'CRC-8': [8, 0x07, 0, false, 0],
  'CRC-8/SAE-J1850': [8, 0x1d, 0xff, false, 0xff],
  'CRC-16/ARC': [16, 0x8005, 0, true, 0],
  'CRC-16/MODBUS': [16, 0x8005, 0xffff, true, 0],
  'CRC-16/IBM-3740': [16, 0x1021, 0xffff, false, 0],
  'CRC-16/XMODEM': [16, 0x1021, 0, false, 0],
  'CRC-16/KERMIT': [16, 0x1021, 0, true, 0],
  'CRC-16/X-25': [16, 0x1021, 0xffff, true, 0xffff],
  'CRC-32': [32, 0x04c11db7, 0xffffffff, true, 0xffffffff],
  'CRC-32/BZIP2': [32, 0x04c11db7, 0xffffffff, false, 0xffffffff],
  'CRC-32/MPEG-2': [32, 0x04c11db7, 0xffffffff, false, 0],
  'CRC-32C': [32, 0x1edc6f41, 0xffffffff, true, 0xffffffff],
} as const satisfies Record<
  string,
  readonly [width: 8 | 16 | 32, polynomial: number, initial: number, reflected: boolean, xorOut: number]
>;
/** Sums of all bytes, modulo the width: plain, ones' and two's complement. */
const sums = {
  'SUM-8': [8, 'plain'],
  'SUM-8/ONES': [8, 'ones'],
  'SUM-8/TWOS': [8, 'twos'],
  'SUM-16': [16, 'plain'],
  'SUM-16/TWOS': [16, 'twos'],
  'SUM-32': [32, 'plain'],
} as const satisfies Record<string, readonly [width: 8 | 16 | 32, as: 'plain' | 'ones' | 'twos']>;
const others = { 'XOR-8': 8, 'FLETCHER-16': 16, 'ADLER-32': 32 } as const;

export type CrcName = keyof typeof crcs;
export type ChecksumName = CrcName | keyof typeof sums | keyof typeof others;
export const crcNames = Object.keys(crcs) as CrcName[];
export const checksumNames = [...crcNames, ...Object.keys(sums), ...Object.keys(others)] as ChecksumName[];

/** The bytes that a checksum covers. */
export function checksumBytes(name: ChecksumName): number {
  const bits = isCrc(name) ? crcs[name][0] : isSum(name) ? sums[name][0] : others[name];
  return bits / 8;
}

/** Over several parts, so that nothing has to be copied. */
export function checksum(name: ChecksumName, ...parts: readonly Uint8Array[]): number {
  if (isCrc(name)) return crc(name, parts);
  if (isSum(name)) return sum(name, parts);
  if (name === 'XOR-8') return parts.reduce((x, part) => part.reduce((y, byte) => y ^ byte, x), 0);
  const [modulus, first] = name === 'FLETCHER-16' ? [255, 0] : [65_521, 1];
  let [a, b] = [first, 0];
  for (const part of parts)
    for (const byte of part) {
      a = (a + byte) % modulus;
      b = (b + a) % modulus;
    }
  return name === 'FLETCHER-16' ? b * 0x100 + a : b * 0x1_0000 + a;
}

function crc(name: CrcName, parts: readonly Uint8Array[]): number {
  const [width, , initial, reflected, xorOut] = crcs[name];
  const table = tableOf(name);
  const mask = width === 32 ? 0xffffffff : 2 ** width - 1;
  let c: number = initial;
  for (const part of parts)
    for (const byte of part)
      c = reflected
        ? (table[(c ^ byte) & 0xff] ?? 0) ^ (c >>> 8)
        : ((table[((c >>> (width - 8)) ^ byte) & 0xff] ?? 0) ^ (c << 8)) & mask;
  return ((c ^ xorOut) & mask) >>> 0;
}

const tables = new Map<CrcName, Uint32Array>();
function tableOf(name: CrcName): Uint32Array {
  const known = tables.get(name);
  if (known !== undefined) return known;
  const [width, polynomial, , reflected] = crcs[name];
  const top = 2 ** (width - 1);
  const table = Uint32Array.from({ length: 256 }, (_, byte) => {
    let c = reflected ? mirrored(byte, 8) * 2 ** (width - 8) : byte * 2 ** (width - 8);
    for (let bit = 0; bit < 8; bit++) c = ((c >>> 0) & top) !== 0 ? (c << 1) ^ polynomial : c << 1;
    const masked = width === 32 ? c >>> 0 : c & (2 ** width - 1);
    return reflected ? mirrored(masked, width) : masked;
  });
  tables.set(name, table);
  return table;
}
/** The lowest bit becomes the highest. */
function mirrored(value: number, width: number): number {
  let [from, to] = [value, 0];
  for (let bit = 0; bit < width; bit++) {
    to = ((to << 1) | (from & 1)) >>> 0;
    from >>>= 1;
  }
  return to;
}

function sum(name: keyof typeof sums, parts: readonly Uint8Array[]): number {
  const [width, as] = sums[name];
  // no file is large enough to make the plain sum inexact
  const total = parts.reduce((s, part) => part.reduce((t, byte) => t + byte, s), 0) % 2 ** width;
  return as === 'plain' ? total : as === 'ones' ? 2 ** width - 1 - total : (2 ** width - total) % 2 ** width;
}

const isCrc = (name: ChecksumName): name is CrcName => Object.hasOwn(crcs, name);
const isSum = (name: ChecksumName): name is keyof typeof sums => Object.hasOwn(sums, name);
