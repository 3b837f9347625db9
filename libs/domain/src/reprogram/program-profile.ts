import { flashTargets } from '@headland/contracts/device/flash';
import { stated } from '@headland/contracts/fields';
import { z } from 'zod';
import { checksumBytes, checksumNames } from '../checksum';
import { entryId, note, parseProfile } from '../profile';
import shipped from './program-profile.json' with { type: 'json' };

/**
 * How the headers of programs are laid out, and which calibrations may take each other's place, as a file says it (docs/profiles.md). A header is known by
 * what stands at fixed places; then each value is read from where the layout says, and every check has to hold. Sizes and counts are bounded, and there are
 * no patterns to match: reading is one walk over the header, and one over the content for a checksum of it.
 */
export const mostHeaderBytes = 4096;
const mostHeaders = 100;
const place = z
  .int()
  .min(0)
  .max(mostHeaderBytes - 1);
const hex = z
  .string()
  .regex(/^(?:[0-9A-Fa-f]{2}){1,64}$/, 'pairs of hexadecimal digits, 1 to 64 of them')
  .transform((s) => s.toUpperCase());
const printable = z.string().regex(/^[\x20-\x7e]*$/, 'printable ASCII characters');
const endian = z.enum(['big', 'little']).default('big');

/** What is made of the text that stands there. */
const afterwards = {
  /** the only characters that may stand there, one after another; absent: every printable one */
  characters: printable.min(1).max(95).optional(),
  prefix: printable.max(20).default(''),
  /** what stands there → what it means; what is not named is wrong */
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
    /** what fills an ASCII text up to its length */
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
    /** what is counted; `plus` is what stands there beyond it */
    of: z.enum(['header', 'content', 'file']),
    plus: z.int().min(-mostHeaderBytes).max(mostHeaderBytes).default(0),
  }),
  /** over the bytes `from` to before `to`, without `to` to the end of the file; its own place counts as zeros */
  z.strictObject({
    check: z.literal('checksum'),
    algorithm: z.enum(checksumNames),
    at: place,
    endian,
    from: z.int().min(0).max(mostHeaderBytes).default(0),
    to: z.int().min(1).max(mostHeaderBytes).optional(),
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
  /** bytes of the header record by which it is known */
  magic: Magic.default([]),
  /** so many words stand in it; known by that, and by what is read from them */
  words: z.int().min(1).max(32).optional(),
  /** what stands between words; absent: blanks and NUL */
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
  /** what is programmed begins here */
  headerBytes: z.int().min(1).max(mostHeaderBytes),
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
  /** named together; one that no group names is exchanged for itself alone */
  rule('groups', { groups: z.array(z.array(calibration).min(1).max(500)).min(1).max(500) }),
]);
export type CalibrationRule = z.output<typeof CalibrationRule>;

const ProfileFile = z
  .strictObject({
    version: z.int().min(1),
    note,
    /** the first that knows a file reads it */
    headers: z.array(Header).max(mostHeaders),
    /** the first whose `match` is so of the program counts; without one a calibration goes with itself alone */
    calibrations: z.array(CalibrationRule).max(500),
  })
  .superRefine(({ headers }, context) => {
    for (const [i, header] of headers.entries()) {
      const twin = headers.slice(0, i).find((h) => h.id === header.id || recognisedBy(h) === recognisedBy(header));
      if (twin !== undefined)
        context.addIssue({
          code: 'custom',
          path: ['headers', i],
          message: twin.id === header.id ? 'this id is there twice' : `known by the same as ${twin.id}`,
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
/** As the file says it, to be given out and kept. */
export const shippedProgramProfileFile: { version: number } & Record<string, unknown> = shipped;
export const shippedProgramProfile: ProgramProfile = parseProgramProfile(shipped);

type Wrong = [path: (string | number)[], message: string];
/** Two that are known by the same: the second would never be asked. */
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
      ? [[['separator'], 'says nothing without words'] satisfies Wrong]
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

/** What would not be exact, or too long to be kept. */
function wrongNumber(read: Read, path: Wrong[0]): Wrong[] {
  if (read.from !== 'bytes') return [];
  const most = { ascii: 60, hex: 30, bcd: 30, decimal: 6, dotted: 15 }[read.as];
  return read.length > most ? [[[...path, 'length'], `at most ${most} bytes as ${read.as}`]] : [];
}

function wrongTarget(read: Read): Wrong[] {
  const known = (value: string): boolean => flashTargets.some((t) => t === value);
  const list = flashTargets.join(', ');
  if (read.from === 'fixed') return known(read.value) ? [] : [[['value'], `one of ${list}`]];
  if (read.map === undefined) return [[['map'], `what stands there has to be mapped to one of ${list}`]];
  return Object.entries(read.map).flatMap(([from, to]): Wrong[] =>
    known(to) ? [] : [[['map', from], `one of ${list}`]],
  );
}
