import { type FlashTarget, flashTargets } from '@headland/contracts/device/flash';
import { checksum, checksumBytes } from '../checksum';
import type { Check, ContainerHeader, Read, Reads, S19Header } from './program-profile';

/**
 * The target of a program: unit, hardware variant, calibration and version. Decoded from a header if the profile in use
 * knows it (`program-profile.ts`); for any other file a person states it (`statement.ts`).
 */
export interface ProgramIdentity {
  target: FlashTarget;
  variant: string;
  calibration: string;
  version: string;
}

/** The values of a header, and the layout they were decoded with. */
export interface HeaderRead<H> {
  ok: true;
  identity: ProgramIdentity;
  layout: H;
}
export const headerFaults = ['magic', 'length', 'value', 'target', 'field', 'crc'] as const;
export type HeaderFault = (typeof headerFaults)[number];
/** A file that matches a layout but violates it: damaged, or the profile is wrong. */
export interface HeaderProblem {
  ok: false;
  header: string;
  fault: HeaderFault;
  byte: number;
}

/**
 * By the first layout that matches; null: none. The record's own checksum was right, so anything else is another
 * maker's.
 */
export function readHeaderRecord(record: Uint8Array, headers: readonly S19Header[]): HeaderRead<S19Header> | null {
  for (const layout of headers) {
    const words = layout.words === undefined ? [] : wordsOf(record, layout.separator);
    if (!begins(record, layout.magic) || (layout.words !== undefined && words.length !== layout.words)) continue;
    const identity = identityIn(record, words, layout.read);
    if ('target' in identity) return { ok: true, identity, layout };
  }
  return null;
}

/** By the first layout whose magic matches; null: no layout knows the file. After that every check has to pass. */
export function readContainer(
  bytes: Uint8Array,
  headers: readonly ContainerHeader[],
): HeaderRead<ContainerHeader> | HeaderProblem | null {
  const layout = headers.find(({ magic }) => begins(bytes, magic));
  if (layout === undefined) return null;
  const { id: header, headerBytes, checks, read } = layout;
  const bad = (fault: HeaderFault, byte: number): HeaderProblem => ({ ok: false, header, fault, byte });
  if (bytes.length <= headerBytes) return bad('length', bytes.length);
  const missed = checks.find((check) => !checkHolds(bytes, check, headerBytes));
  if (missed !== undefined)
    return bad(({ equals: 'value', length: 'length', checksum: 'crc' } as const)[missed.check], missed.at);
  const identity = identityIn(bytes, [], read);
  return 'target' in identity
    ? { ok: true, identity, layout }
    : bad(identity.wrong === 'target' ? 'target' : 'field', placeOf(read[identity.wrong]));
}

/** Whether a layout's magic bytes match; returns the offset of the first of them. */
export function magicAt(bytes: Uint8Array, { magic }: ContainerHeader): number | null {
  return begins(bytes, magic) ? (magic[0]?.at ?? 0) : null;
}
const begins = (bytes: Uint8Array, magic: ContainerHeader['magic']): boolean =>
  magic.every(({ at, hex }) => hexOf(bytes, at, hex.length / 2) === hex);

function checkHolds(bytes: Uint8Array, check: Check, headerBytes: number): boolean {
  const { at } = check;
  if (check.check === 'equals') return hexOf(bytes, at, check.hex.length / 2) === check.hex;
  if (check.check === 'length') {
    const counted = { header: headerBytes, content: bytes.length - headerBytes, file: bytes.length }[check.of];
    return numberOf(bytes, at, check.bytes, check.endian) === counted + check.plus;
  }
  const { algorithm, from, to = bytes.length } = check;
  const length = checksumBytes(algorithm);
  const [before, behind] = [
    bytes.subarray(from, Math.min(to, Math.max(from, at))),
    bytes.subarray(Math.min(to, Math.max(from, at + length)), to),
  ];
  const own = new Uint8Array(Math.max(0, to - from) - before.length - behind.length);
  return numberOf(bytes, at, length, check.endian) === checksum(algorithm, before, own, behind);
}

/** All four values, or which of them is invalid. */
function identityIn(
  bytes: Uint8Array,
  words: readonly string[],
  reads: Reads,
): ProgramIdentity | { wrong: keyof Reads } {
  const target = flashTargets.find((t) => t === valueOf(bytes, words, reads.target));
  const [variant, calibration, version] = (['variant', 'calibration', 'version'] as const).map((name) =>
    valueOf(bytes, words, reads[name]),
  );
  if (target === undefined) return { wrong: 'target' };
  if (variant == null) return { wrong: 'variant' };
  if (calibration == null) return { wrong: 'calibration' };
  return version == null ? { wrong: 'version' } : { target, variant, calibration, version };
}

function valueOf(bytes: Uint8Array, words: readonly string[], read: Read): string | null {
  if (read.from === 'fixed') return read.value;
  const found = read.from === 'word' ? (words[read.word - 1] ?? null) : textOf(bytes, read);
  if (found === null) return null;
  const { characters, map, prefix } = read;
  if (characters !== undefined && [...found].some((c) => !characters.includes(c))) return null;
  if (map !== undefined && !Object.hasOwn(map, found)) return null;
  const value = prefix + (map?.[found] ?? found);
  // as a person may state it
  return value.length <= 60 && found !== '' && value.trim() === value && [...value].every((c) => c >= ' ' && c <= '~')
    ? value
    : null;
}

function textOf(bytes: Uint8Array, { at, length, as, endian, fill }: Extract<Read, { from: 'bytes' }>): string | null {
  if (at + length > bytes.length) return null;
  const bytesAt = copyOf(bytes, at, length);
  if (as === 'ascii') return filledUp(bytesAt, { nul: 0, blank: 0x20, ff: 0xff }[fill]);
  if (as === 'decimal') return String(numberOf(bytes, at, length, endian));
  if (endian === 'little') bytesAt.reverse();
  if (as === 'dotted') return bytesAt.join('.');
  const digits = hexOf(bytesAt, 0, length);
  return as === 'hex' || ![...digits].some((d) => d > '9') ? digits : null;
}

/** Text before its padding; null if anything else follows. Blanks can be inside a text as well as padding. */
function filledUp(bytes: Uint8Array, fill: number): string | null {
  const first = bytes.indexOf(fill);
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === fill) end--;
  return fill !== 0x20 && first >= 0 && first < end ? null : latin1(bytes.subarray(0, end));
}

/** Tools pad a header record with NUL or blanks. */
function wordsOf(record: Uint8Array, separator: string | undefined): string[] {
  const text = latin1(record).replaceAll('\0', ' ').trim();
  return separator === undefined ? text.split(/\s+/) : text.split(separator).map((word) => word.trim());
}

/** Not by `slice`: on a Node Buffer that shares memory, and reversing it would change the file. */
const copyOf = (bytes: Uint8Array, at: number, length: number): Uint8Array =>
  Uint8Array.from(bytes.subarray(at, at + length));
const placeOf = (read: Read): number => (read.from === 'bytes' ? read.at : 0);
const latin1 = (bytes: Uint8Array): string => Array.from(bytes, (b) => String.fromCharCode(b)).join('');
/** Shorter at the end of the bytes, and then equal to nothing that is searched. */
const hexOf = (bytes: Uint8Array, at: number, length: number): string =>
  Array.from(bytes.subarray(at, at + length), (b) => b.toString(16).toUpperCase().padStart(2, '0')).join('');
function numberOf(bytes: Uint8Array, at: number, length: number, endian: 'big' | 'little'): number {
  const bytesAt = copyOf(bytes, at, length);
  if (endian === 'little') bytesAt.reverse();
  return bytesAt.reduce((value, byte) => value * 256 + byte, 0);
}
