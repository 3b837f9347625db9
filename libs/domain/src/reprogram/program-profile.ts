import { flashTargets } from '@headland/contracts/device/flash';
import { stated } from '@headland/contracts/fields';
import { z } from 'zod';
import { checksumBytes, checksumNames } from '../checksum';
import { entryId, note, parseProfile } from '../profile';
import shipped from './program-profile.json' with { type: 'json' };

/**
 * The layouts of program headers, and which calibrations may replace each other, as data (docs/profiles.md). A header
 * is recognised by bytes at fixed offsets; then each value is decoded from its place, and every check has to pass.
 * Sizes and counts are bounded, and there are no patterns: decoding is one pass over the header, and one over the
 * content for a checksum.
 */
export const maxHeaderBytes = 4096;
const maxHeaders = 100;
const place = z
  .int()
  .min(0)
  .max(maxHeaderBytes - 1);
const hex = z
  .string()
  .regex(/^(?:[0-9A-Fa-f]{2}){1,64}$/, 'pairs of hexadecimal digits, 1 to 64 of them')
  .transform((s) => s.toUpperCase());
const printable = z.string().regex(/^[\x20-\x7e]*$/, 'printable ASCII characters');
const endian = z.enum(['big', 'little']).default('big');

/** How the text is converted. */
const afterwards = {
  /** the only characters allowed, one after another; absent: every printable one */
  characters: printable.min(1).max(95).optional(),
  prefix: printable.max(20).default(''),
  /** text → its meaning; anything else is invalid */
  map: z.record(printable.max(60), stated).optional(),
};
export const Read = z.discriminatedUnion('from', [
  /** the same in every such file */
  z.strictObject({ from: z.literal('fixed'), value: stated }),
  z.strictObject({
    from: z.literal('bytes'),
    at: place,
    length: z.int().min(1).max(60),
    /** `decimal`: one whole number; `dotted`: 3.2.1 from the bytes 03 02 01 */
    as: z.enum(['ascii', 'hex', 'bcd', 'decimal', 'dotted']).default('ascii'),
    endian,
    /** padding of an ASCII text */
    fill: z.enum(['nul', 'blank', 'ff']).default('nul'),
    ...afterwards,
  }),
  /** of the header record of an .s19, by number from 1 */
  z.strictObject({ from: z.literal('word'), word: z.int().min(1).max(32), ...afterwards }),
]);
export type Read = z.output<typeof Read>;

export const Check = z.discriminatedUnion('check', [
  z.strictObject({ check: z.literal('equals'), at: place, hex }),
  z.strictObject({
    check: z.literal('length'),
    at: place,
    bytes: z.int().min(1).max(4),
    endian,
    /** what is counted; `plus` is added to it */
    of: z.enum(['header', 'content', 'file']),
    plus: z.int().min(-maxHeaderBytes).max(maxHeaderBytes).default(0),
  }),
  /** over the bytes `from` to before `to`, without `to` to the end of the file; its own bytes count as zeros */
  z.strictObject({
    check: z.literal('checksum'),
    algorithm: z.enum(checksumNames),
    at: place,
    endian,
    from: z.int().min(0).max(maxHeaderBytes).default(0),
    to: z.int().min(1).max(maxHeaderBytes).optional(),
  }),
]);
export type Check = z.output<typeof Check>;

const Magic = z.array(z.strictObject({ at: place, hex })).max(8);
const reads = z.strictObject({ target: Read, variant: Read, calibration: Read, version: Read });
export type Reads = z.output<typeof reads>;
const S19Header = z.strictObject({
  id: entryId,
  note,
  format: z.literal('s19'),
  /** bytes of the header record that identify it */
  magic: Magic.default([]),
  /** the number of words; identified by that and by the decoded values */
  words: z.int().min(1).max(32).optional(),
  /** the separator of words; absent: blanks and NUL */
  separator: printable.length(1).optional(),
  read: reads,
  /** the maker's tool writes addresses of one width: another one in between is a record with a flipped bit */
  oneWidth: z.boolean().default(false),
});
const ContainerHeader = z.strictObject({
  id: entryId,
  note,
  format: z.enum(['ulp', 'ddr']),
  magic: Magic.min(1),
  /** start of the programmed bytes */
  headerBytes: z.int().min(1).max(maxHeaderBytes),
  checks: z.array(Check).max(16).default([]),
  read: reads,
});
const Header = z.discriminatedUnion('format', [S19Header, ContainerHeader]);
export type S19Header = z.output<typeof S19Header>;
export type ContainerHeader = z.output<typeof ContainerHeader>;
export type Header = z.output<typeof Header>;

const calibration = stated;
const rule = <const B extends string, S extends z.ZodRawShape>(by: B, shape: S) =>
  z.strictObject({
    note,
    match: z.strictObject({ target: z.enum(flashTargets).optional(), variant: stated.optional() }).default({}),
    by: z.literal(by),
    ...shape,
  });
export const CalibrationRule = z.discriminatedUnion('by', [
  rule('any', {}),
  rule('same', {}),
  /** the same text before the last separator */
  rule('beforeLast', { separator: printable.length(1) }),
  /** the same first characters */
  rule('first', { characters: z.int().min(1).max(60) }),
  /** one group; a calibration in no group only replaces itself */
  rule('groups', { groups: z.array(z.array(calibration).min(1).max(500)).min(1).max(500) }),
]);
export type CalibrationRule = z.output<typeof CalibrationRule>;

const ProfileFile = z
  .strictObject({
    version: z.int().min(1),
    note,
    /** the first matching layout is used */
    headers: z.array(Header).max(maxHeaders),
    /** the first rule whose `match` fits the program is used; without one a calibration only replaces itself */
    calibrations: z.array(CalibrationRule).max(500),
  })
  .superRefine(({ headers }, context) => {
    for (const [i, header] of headers.entries()) {
      const duplicate = headers.slice(0, i).find((h) => h.id === header.id || recognisedBy(h) === recognisedBy(header));
      if (duplicate !== undefined)
        context.addIssue({
          code: 'custom',
          path: ['headers', i],
          message: duplicate.id === header.id ? 'this id is there twice' : `known by the same as ${duplicate.id}`,
        });
      for (const [path, message] of header.format === 's19' ? wrongInS19(header) : wrongInContainer(header))
        context.addIssue({ code: 'custom', path: ['headers', i, ...path], message });
      for (const [path, message] of wrongTarget(header.read.target))
        context.addIssue({ code: 'custom', path: ['headers', i, 'read', 'target', ...path], message });
    }
  });
export type ProgramProfile = z.output<typeof ProfileFile>;
/** Throws ProfileProblem. */
export const parseProgramProfile = (json: unknown): ProgramProfile => parseProfile(ProfileFile, json);
/** The content of the file, for storage and download. */
export const shippedProgramProfileFile: { version: number } & Record<string, unknown> = shipped;
export const shippedProgramProfile: ProgramProfile = parseProgramProfile(shipped);

type Wrong = [path: (string | number)[], message: string];
/** Two layouts with the same identification: the second would never be used. */
function recognisedBy({ format, magic, ...header }: Header): string {
  return JSON.stringify([
    format,
    [...magic].sort((a, b) => a.at - b.at),
    'words' in header ? [header.words, header.separator, header.read] : null,
  ]);
}

function wrongInS19({ magic, words, read, ...header }: S19Header): Wrong[] {
  const all = Object.entries(read);
  return [
    ...(magic.length === 0 && words === undefined ? [[[], 'needs magic or words to be known by'] satisfies Wrong] : []),
    ...(header.separator !== undefined && words === undefined
      ? [[['separator'], 'is useless without words'] satisfies Wrong]
      : []),
    ...all.flatMap(([name, r]): Wrong[] =>
      r.from === 'word' && r.word > (words ?? 0) ? [[['read', name, 'word'], `there are ${words ?? 'no'} words`]] : [],
    ),
    ...all.flatMap(([name, r]): Wrong[] => wrongNumber(r, ['read', name])),
  ];
}

function wrongInContainer({ magic, headerBytes, checks, read }: ContainerHeader): Wrong[] {
  const outside = (path: Wrong[0], end: number): Wrong[] =>
    end > headerBytes ? [[path, `reaches byte ${end}, beyond the header of ${headerBytes}`]] : [];
  const all = Object.entries(read);
  return [
    ...(magic.reduce((bytes, m) => bytes + m.hex.length / 2, 0) < 2
      ? [[['magic'], 'one byte alone is too little to be known by'] satisfies Wrong]
      : []),
    ...magic.flatMap((m, i) => outside(['magic', i], m.at + m.hex.length / 2)),
    ...checks.flatMap((c, i): Wrong[] => [
      ...outside(
        ['checks', i],
        c.at + (c.check === 'equals' ? c.hex.length / 2 : c.check === 'length' ? c.bytes : checksumBytes(c.algorithm)),
      ),
      ...(c.check === 'checksum' && c.to !== undefined && c.to <= c.from
        ? [[['checks', i, 'to'], 'is not after from'] satisfies Wrong]
        : []),
      ...(c.check === 'checksum' && c.to !== undefined ? outside(['checks', i, 'to'], c.to) : []),
    ]),
    ...(checks.filter((c) => c.check === 'checksum' && c.to === undefined).length > 2
      ? [[['checks'], 'at most two checksums to the end of the file'] satisfies Wrong]
      : []),
    ...all.flatMap(([name, r]): Wrong[] =>
      r.from === 'word' ? [[['read', name, 'from'], 'words are of .s19 alone']] : [],
    ),
    ...all.flatMap(([name, r]) => (r.from === 'bytes' ? outside(['read', name], r.at + r.length) : [])),
    ...all.flatMap(([name, r]) => wrongNumber(r, ['read', name])),
  ];
}

/** Inexact, or too long to store. */
function wrongNumber(read: Read, path: Wrong[0]): Wrong[] {
  if (read.from !== 'bytes') return [];
  const max = { ascii: 60, hex: 30, bcd: 30, decimal: 6, dotted: 15 }[read.as];
  return read.length > max ? [[[...path, 'length'], `at most ${max} bytes as ${read.as}`]] : [];
}

function wrongTarget(read: Read): Wrong[] {
  const known = (value: string): boolean => flashTargets.some((t) => t === value);
  const list = flashTargets.join(', ');
  if (read.from === 'fixed') return known(read.value) ? [] : [[['value'], `one of ${list}`]];
  if (read.map === undefined) return [[['map'], `its value has to be mapped to one of ${list}`]];
  return Object.entries(read.map).flatMap(([from, to]): Wrong[] =>
    known(to) ? [] : [[['map', from], `one of ${list}`]],
  );
}
