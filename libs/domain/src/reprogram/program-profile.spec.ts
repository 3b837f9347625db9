import { describe, expect, it } from 'vitest';
import { checksum, checksumBytes, checksumNames } from '../checksum';
import { ProfileProblem, profileChanges } from '../profile';
import { calibrationFits } from './calibration';
import { firmwareFaults, parseFirmware } from './firmware';
import {
  maxHeaderBytes,
  parseProgramProfile,
  type ProgramProfile,
  shippedProgramProfile,
  shippedProgramProfileFile,
} from './program-profile';
import { s19Faults } from './s19';

/** A maker's container: magic at 2, sizes in little endian, numbers instead of texts, a sum over all of it. */
const acme = {
  id: 'acme-ulp',
  format: 'ulp',
  magic: [{ at: 2, hex: 'ACE5' }],
  headerBytes: 32,
  checks: [
    { check: 'length', at: 4, bytes: 4, endian: 'little', of: 'file', plus: -4 },
    { check: 'checksum', algorithm: 'SUM-16', at: 0, endian: 'little' },
  ],
  read: {
    target: { from: 'fixed', value: 'ecu' },
    variant: { from: 'bytes', at: 8, length: 1, as: 'decimal', prefix: 'HW-', map: { 24: 'D24', 18: 'D18' } },
    calibration: { from: 'bytes', at: 9, length: 4, as: 'bcd', prefix: 'C' },
    version: { from: 'bytes', at: 13, length: 3, as: 'dotted', endian: 'little' },
  },
};
const profile = (headers: object[], calibrations: object[] = []): ProgramProfile =>
  parseProgramProfile({ version: 1, headers, calibrations });
const acmeFile = (over: Partial<Record<number, number>> = {}, bytes = 100): Uint8Array => {
  const file = Uint8Array.from({ length: bytes }, (_, i) => (i < 32 ? 0 : (i * 7) & 0xff));
  file.set([0xac, 0xe5, (bytes - 4) & 0xff, (bytes - 4) >> 8, 0, 0, 24, 0x20, 0x26, 0x11, 0x23, 1, 2, 3], 2);
  for (const [at, byte] of Object.entries(over)) file[Number(at)] = byte ?? 0;
  const sum = checksum('SUM-16', new Uint8Array(2), file.subarray(2));
  file.set([sum & 0xff, sum >> 8]);
  return file;
};
const record = (type: number, body: readonly number[]): string => {
  const all = [body.length + 1, ...body];
  const sum = ~all.reduce((s, b) => s + b, 0) & 0xff;
  return `S${type}${[...all, sum].map((b) => b.toString(16).toUpperCase().padStart(2, '0')).join('')}`;
};
const codes = (text: string): number[] => Array.from(text, (c) => c.charCodeAt(0));
const s19 = (header: readonly number[]): Uint8Array =>
  Uint8Array.from(
    codes(
      `${record(0, [0, 0, ...header])}\n${record(1, [0, 0, 1, 2])}\n${record(2, [1, 0, 0, 3])}\n${record(9, [0, 0])}\n`,
    ),
  );
const problemsOf = (json: unknown): string[] => {
  try {
    parseProgramProfile(json);
    return [];
  } catch (error) {
    if (error instanceof ProfileProblem) return error.problems;
    throw error;
  }
};

describe('a container of a maker', () => {
  it('is read by its layout', () => {
    expect(parseFirmware('a.ulp', acmeFile(), profile([acme]))).toEqual({
      ok: true,
      firmware: {
        format: 'ulp',
        identity: { target: 'ecu', variant: 'HW-D24', calibration: 'C20261123', version: '3.2.1' },
        header: 'acme-ulp',
        dataBytes: 68,
      },
    });
  });

  it.each([
    ['without its layout', acmeFile(), shippedProgramProfile],
    ['with another magic', acmeFile({ 2: 0xad }), profile([acme])],
    ['shorter than the place of its magic', acmeFile().subarray(0, 3), profile([acme])],
  ])('is read by no layout %s', (_, bytes, by) => {
    expect(parseFirmware('a.ulp', bytes, by)).toMatchObject({ ok: true, firmware: { identity: null, header: null } });
  });

  it.each([
    ['a flipped bit in its content', acmeFile().map((b, i) => (i === 50 ? b ^ 1 : b)), 'crc', 0],
    ['a byte too many', Uint8Array.from([...acmeFile(), 0]), 'length', 4],
    ['its header alone', acmeFile({}, 32), 'length', 32],
    ['a number that is not mapped', acmeFile({ 8: 25 }), 'field', 8],
    ['a digit that is none', acmeFile({ 9: 0x2a }), 'field', 9],
  ])('with %s is refused with its place and its layout', (_, bytes, fault, byte) => {
    expect(parseFirmware('a.ulp', bytes, profile([acme]))).toEqual({ ok: false, fault, byte, header: 'acme-ulp' });
  });

  it('under the name of the other kind is refused', () => {
    expect(parseFirmware('a.ddr', acmeFile(), profile([acme]))).toEqual({
      ok: false,
      fault: 'magic',
      byte: 2,
      header: 'acme-ulp',
    });
    // unless a layout of that kind knows it as well
    const both = profile([
      acme,
      { ...acme, id: 'acme-ddr', format: 'ddr', read: { ...acme.read, target: { from: 'fixed', value: 'dcu' } } },
    ]);
    expect(parseFirmware('a.ddr', acmeFile(), both)).toMatchObject({
      ok: true,
      firmware: { identity: { target: 'dcu' }, header: 'acme-ddr' },
    });
  });

  it.each([
    ['nul', [65, 66, 0, 0], 'AB'],
    ['nul', [65, 0, 66, 0], null],
    ['nul', [0, 0, 0, 0], null],
    ['blank', [65, 32, 66, 32], 'A B'],
    ['blank', [32, 65, 66, 67], null],
    ['ff', [65, 66, 255, 255], 'AB'],
    ['ff', [65, 255, 66, 255], null],
    ['nul', [65, 10, 66, 0], null],
    ['nul', [65, 200, 66, 0], null],
  ])('has texts filled up with %s: %j', (fill, bytes, text) => {
    const by = profile([
      { ...acme, checks: [], read: { ...acme.read, version: { from: 'bytes', at: 16, length: 4, fill } } },
    ]);
    const read = parseFirmware(
      'a.ulp',
      acmeFile({ 16: bytes[0] ?? 0, 17: bytes[1] ?? 0, 18: bytes[2] ?? 0, 19: bytes[3] ?? 0 }),
      by,
    );
    if (text === null) expect(read).toMatchObject({ ok: false, fault: 'field', byte: 16 });
    else expect(read).toMatchObject({ ok: true, firmware: { identity: { version: text } } });
  });

  it.each(checksumNames)('is guarded by %s, whose own place counts as zeros', (algorithm) => {
    const at = 24;
    const by = profile([{ ...acme, checks: [{ check: 'checksum', algorithm, at, from: 10 }] }]);
    const file = acmeFile();
    file.fill(0, at, 32);
    const bytes = checksumBytes(algorithm);
    const value = checksum(algorithm, file.subarray(10));
    for (let i = 0; i < bytes; i++) file[at + i] = Math.floor(value / 256 ** (bytes - 1 - i)) & 0xff;
    expect(parseFirmware('a.ulp', file, by).ok).toBe(true);
    file[60] = (file[60] ?? 0) ^ 0x10;
    expect(parseFirmware('a.ulp', file, by)).toMatchObject({ ok: false, fault: 'crc', byte: at });
  });
});

describe('a header record of a maker', () => {
  const words = {
    id: 'acme-s19',
    format: 's19',
    words: 4,
    separator: ';',
    read: {
      target: { from: 'word', word: 1, map: { MOT: 'ecu', SCR: 'dcu' } },
      variant: { from: 'word', word: 2 },
      calibration: { from: 'word', word: 4 },
      version: { from: 'word', word: 3, prefix: 'V' },
    },
  };
  const places = {
    id: 'acme-places',
    format: 's19',
    magic: [{ at: 0, hex: 'FE01' }],
    read: {
      target: { from: 'bytes', at: 2, length: 1, as: 'hex', map: { 10: 'ecu', 20: 'dcu' } },
      variant: { from: 'bytes', at: 3, length: 4 },
      calibration: { from: 'bytes', at: 7, length: 2, as: 'hex', endian: 'little' },
      version: { from: 'bytes', at: 9, length: 2, as: 'decimal' },
    },
  };

  it('is read by its words, or by its places', () => {
    const by = profile([words, places]);
    expect(parseFirmware('a.s19', s19(codes('MOT;D24;7.1;CAL 9')), by)).toMatchObject({
      ok: true,
      firmware: {
        identity: { target: 'ecu', variant: 'D24', calibration: 'CAL 9', version: 'V7.1' },
        header: 'acme-s19',
      },
    });
    expect(parseFirmware('a.s19', s19([0xfe, 1, 0x20, 68, 50, 52, 0, 0x34, 0x12, 1, 0]), by)).toMatchObject({
      ok: true,
      firmware: {
        identity: { target: 'dcu', variant: 'D24', calibration: '1234', version: '256' },
        header: 'acme-places',
      },
    });
  });

  it.each([
    ['a word too many', codes('MOT;D24;7.1;CAL;X')],
    ['an empty word', codes('MOT;;7.1;CAL')],
    ['a unit that is not mapped', codes('GEAR;D24;7.1;CAL')],
    ['a name of the language', codes('constructor;D24;7.1;CAL')],
    ['places beyond its end', [0xfe, 1, 0x20, 68]],
    ['nothing', []],
  ])('is read by no layout where it has %s: its own checksum was right', (_, header) => {
    expect(parseFirmware('a.s19', s19(header), profile([words, places]))).toMatchObject({
      ok: true,
      firmware: { identity: null },
    });
  });

  it('refuses addresses of several widths only where its layout states that there is one', () => {
    const file = s19(codes('MOT;D24;7.1;CAL'));
    expect(parseFirmware('a.s19', file, profile([words])).ok).toBe(true);
    expect(parseFirmware('a.s19', file, profile([{ ...words, oneWidth: true }]))).toEqual({
      ok: false,
      fault: 'mixed',
      line: 3,
      header: 'acme-s19',
    });
  });
});

describe('calibrations', () => {
  const file = { target: 'ecu', variant: 'HL-D24', calibration: 'CAL-D24-0412' } as const;
  it.each<[string, boolean, string, object[]]>([
    ['the shipped rule', true, 'CAL-D24-0388', [{ by: 'beforeLast', separator: '-' }]],
    ['the shipped rule, another family', false, 'CAL-D18-0388', [{ by: 'beforeLast', separator: '-' }]],
    ['no rule', false, 'CAL-D24-0388', []],
    ['no rule, the same', true, 'CAL-D24-0412', []],
    ['a rule of another variant', false, 'CAL-D24-0388', [{ match: { variant: 'HL-D18' }, by: 'any' }]],
    ['a rule of another controller', false, 'CAL-D24-0388', [{ match: { target: 'dcu' }, by: 'any' }]],
    [
      'the first rule that mentions it',
      false,
      'CAL-D24-0388',
      [{ match: { variant: 'HL-D24' }, by: 'same' }, { by: 'any' }],
    ],
    ['any', true, 'X', [{ by: 'any' }]],
    ['first characters', true, 'CAL-D2', [{ by: 'first', characters: 6 }]],
    ['other first characters', false, 'CAL-X2', [{ by: 'first', characters: 6 }]],
    ['one group', true, 'X-1', [{ by: 'groups', groups: [['X-1', 'CAL-D24-0412']] }]],
    ['two groups', false, 'X-1', [{ by: 'groups', groups: [['X-1'], ['CAL-D24-0412']] }]],
  ])('%s: %s', (_, fits, present, rules) =>
    expect(calibrationFits(file, present, profile([], rules).calibrations)).toBe(fits),
  );
});

describe('a profile', () => {
  it('that ships is its own file', () => expect(problemsOf(shippedProgramProfileFile)).toEqual([]));

  const { target } = acme.read;
  const with_ = (over: object): object => ({ version: 1, headers: [{ ...acme, ...over }], calibrations: [] });
  it.each<[string, unknown, RegExp]>([
    ['nothing', null, /^the file: /],
    ['a list', [], /^the file: /],
    ['an unknown field', { version: 1, headers: [], calibrations: [], code: 'return 1' }, /^the file: .*code/],
    [
      'a pattern in a value',
      with_({ read: { ...acme.read, version: { from: 'bytes', at: 1, length: 2, pattern: '(a+)+$' } } }),
      /^headers\.acme-ulp\.read\.version: .*pattern/,
    ],
    ['no magic', with_({ magic: [] }), /^headers\.acme-ulp\.magic: /],
    ['a magic of one byte', with_({ magic: [{ at: 0, hex: '01' }] }), /^headers\.acme-ulp\.magic: one byte/],
    [
      'a magic that is not hexadecimal',
      with_({ magic: [{ at: 0, hex: 'HELLO' }] }),
      /^headers\.acme-ulp\.magic\.0\.hex: pairs/,
    ],
    [
      'a place beyond the header',
      with_({ read: { ...acme.read, version: { from: 'bytes', at: 30, length: 3 } } }),
      /^headers\.acme-ulp\.read\.version: reaches byte 33/,
    ],
    [
      'a check beyond the header',
      with_({ checks: [{ check: 'equals', at: 31, hex: '0000' }] }),
      /^headers\.acme-ulp\.checks\.0: reaches byte 33/,
    ],
    ['a header that is too large', with_({ headerBytes: maxHeaderBytes + 1 }), /^headers\.acme-ulp\.headerBytes: /],
    ['an unknown check', with_({ checks: [{ check: 'run', at: 0 }] }), /^headers\.acme-ulp\.checks\.0\.check: /],
    [
      'an unknown checksum',
      with_({ checks: [{ check: 'checksum', algorithm: 'MD5', at: 0 }] }),
      /^headers\.acme-ulp\.checks\.0\.algorithm: /,
    ],
    [
      'a checksum that ends before it begins',
      with_({ checks: [{ check: 'checksum', algorithm: 'SUM-8', at: 0, from: 9, to: 9 }] }),
      /\.checks\.0\.to: is not after from/,
    ],
    [
      'too many walks over the file',
      with_({ checks: Array.from({ length: 3 }, () => ({ check: 'checksum', algorithm: 'SUM-8', at: 0 })) }),
      /\.checks: at most two/,
    ],
    [
      'an unknown controller',
      with_({ read: { ...acme.read, target: { from: 'fixed', value: 'tcu' } } }),
      /\.read\.target\.value: one of ecu, dcu/,
    ],
    [
      'a map to one',
      with_({ read: { ...acme.read, target: { from: 'bytes', at: 1, length: 1, map: { 1: 'tcu' } } } }),
      /\.read\.target\.map\.1: one of ecu, dcu/,
    ],
    [
      'a controller that is not mapped',
      with_({ read: { ...acme.read, target: { from: 'bytes', at: 1, length: 3 } } }),
      /\.read\.target\.map: /,
    ],
    [
      'words in a container',
      with_({ read: { ...acme.read, version: { from: 'word', word: 1 } } }),
      /\.read\.version\.from: words/,
    ],
    [
      'a number that is not exact',
      with_({ read: { ...acme.read, version: { from: 'bytes', at: 1, length: 8, as: 'decimal' } } }),
      /\.read\.version\.length: at most 6/,
    ],
    [
      'an id twice',
      { version: 1, headers: [acme, { ...acme, magic: [{ at: 0, hex: '0102' }] }], calibrations: [] },
      /^headers\.acme-ulp: this id is there twice/,
    ],
    [
      'two known by the same',
      { version: 1, headers: [acme, { ...acme, id: 'b-ulp' }], calibrations: [] },
      /^headers\.b-ulp: known by the same as acme-ulp/,
    ],
    [
      'a header record known by nothing',
      { version: 1, headers: [{ id: 'x-s19', format: 's19', read: { ...acme.read } }], calibrations: [] },
      /^headers\.x-s19: needs magic or words/,
    ],
    [
      'a word that is not there',
      {
        version: 1,
        headers: [
          {
            id: 'x-s19',
            format: 's19',
            words: 2,
            read: { target, variant: target, calibration: target, version: { from: 'word', word: 3 } },
          },
        ],
        calibrations: [],
      },
      /^headers\.x-s19\.read\.version\.word: there are 2 words/,
    ],
    ['an unknown rule', { version: 1, headers: [], calibrations: [{ by: 'chance' }] }, /^calibrations\.0\.by: /],
  ])('with %s is refused, and its place is named', (_, json, expected) => {
    const problems = problemsOf(json);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.join('\n')).toMatch(expected);
  });

  it('reports changes by header, by order and by part', () => {
    const shipped = shippedProgramProfile;
    const other = parseProgramProfile({
      ...shippedProgramProfileFile,
      version: 7,
      headers: [...shipped.headers.slice(1), acme],
      calibrations: [],
    });
    expect(profileChanges(shipped, other, ['headers'])).toEqual([
      { code: 'acme-ulp', fields: ['added'] },
      { code: 'headland-s19', fields: ['removed'] },
      { code: 'calibrations', fields: ['calibrations'] },
    ]);
    expect(profileChanges(shipped, { ...shipped, version: 9 }, ['headers'])).toEqual([]);
    expect(profileChanges(shipped, { ...shipped, headers: [...shipped.headers].reverse() }, ['headers'])).toEqual([
      { code: 'headers', fields: ['order'] },
    ]);
  });
});

describe('whatever comes', () => {
  /** Repeatable numbers in [0, below). */
  const dice = (seed: number) => {
    let state = seed;
    return (below: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 4_294_967_296) * below);
    };
  };
  /** A random profile that the schema accepts. */
  const drawn = (roll: (below: number) => number): ProgramProfile | null => {
    const one = <T>(...of: readonly T[]): T => of[roll(of.length)] as T;
    const hex = (bytes: number): string =>
      Array.from({ length: bytes }, () => roll(3).toString(16).padStart(2, '0')).join('');
    const read = (word: boolean): object =>
      word && roll(8) > 0
        ? { from: 'word', word: 1 + roll(3), ...(roll(3) === 0 ? { characters: 'AB1' } : {}) }
        : {
            from: 'bytes',
            at: roll(20),
            length: 1 + roll(6),
            as: one('ascii', 'hex', 'bcd', 'decimal', 'dotted'),
            endian: one('big', 'little'),
            fill: one('nul', 'blank', 'ff'),
            prefix: one('', 'V'),
          };
    const target = (): object => ({ ...read(false), as: 'hex', map: { '00': 'ecu', '01': 'dcu', '0001': 'ecu' } });
    const reads = (word: boolean): object => ({
      target: one(
        target,
        () => ({ from: 'fixed', value: 'ecu' }),
        () => ({ from: 'fixed', value: 'dcu' }),
      )(),
      variant: read(word),
      calibration: read(word),
      version: read(word),
    });
    const check = (): object =>
      one<() => object>(
        () => ({ check: 'equals', at: roll(24), hex: hex(1 + roll(2)) }),
        () => ({
          check: 'length',
          at: roll(24),
          bytes: 1 + roll(4),
          endian: one('big', 'little'),
          of: one('header', 'content', 'file'),
          plus: roll(9) - 4,
        }),
        () => ({
          check: 'checksum',
          algorithm: one(...checksumNames),
          at: roll(24),
          from: roll(30),
          ...(roll(2) === 0 ? { to: 1 + roll(28) } : {}),
        }),
      )();
    const container = (id: number): object => ({
      id: `c${id}x`,
      format: one('ulp', 'ddr'),
      magic: [{ at: roll(4), hex: hex(2) }],
      headerBytes: 28 + roll(8),
      checks: Array.from({ length: roll(3) }, check),
      read: reads(false),
    });
    const text = (id: number): object => ({
      id: `s${id}x`,
      format: 's19',
      ...one<object>(
        { words: 1 + roll(4) },
        { words: 3, separator: ';' },
        { magic: [{ at: roll(4), hex: hex(1) }], words: 3 },
      ),
      read: reads(true),
      oneWidth: roll(2) === 0,
    });
    try {
      return parseProgramProfile({
        version: 1,
        headers: Array.from({ length: 1 + roll(5) }, (_, i) => one(container, text)(i)),
        calibrations: [],
      });
    } catch (error) {
      if (error instanceof ProfileProblem) return null;
      throw error;
    }
  };
  const faults: readonly string[] = [...firmwareFaults, ...s19Faults];

  it('a file of any bytes is read, left unread or refused with a named fault, by any profile that is let in', () => {
    const seen = { profiles: 0, read: 0, refused: 0, unread: 0 };
    for (let seed = 1; seed <= 4000; seed++) {
      const roll = dice(seed);
      const by = drawn(roll);
      if (by === null) continue;
      seen.profiles++;
      const bytes = Uint8Array.from({ length: roll(80) }, () => (roll(4) > 0 ? roll(4) : roll(256)));
      for (const [name, content] of [
        ['a.ulp', bytes],
        ['a.ddr', bytes],
        ['a.s19', bytes],
        ['b.s19', s19([...bytes.subarray(0, 30)])],
        ['c.s19', s19(codes(['A B 1', 'A;B;1', 'ECU A B 1'][roll(3)] ?? ''))],
      ] as const) {
        const parsed = parseFirmware(name, content, by);
        if (!parsed.ok) {
          expect(faults).toContain(parsed.fault);
          seen.refused++;
        } else if (parsed.firmware.identity === null) seen.unread++;
        else {
          seen.read++;
          const { target, ...texts } = parsed.firmware.identity;
          expect(['ecu', 'dcu']).toContain(target);
          for (const text of Object.values(texts))
            expect(text).toMatch(/^[\x21-\x7e](?:[\x20-\x7e]{0,58}[\x21-\x7e])?$/);
        }
      }
    }
    // the walk has reached all kinds
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(100);
  });

  it('a profile of any shape is let in or refused with its problems', () => {
    const junk = (roll: (below: number) => number, depth: number): unknown => {
      const leaf: readonly unknown[] = [
        null,
        true,
        -1,
        1e308,
        0.5,
        '',
        'ecu',
        '__proto__',
        '00',
        'x'.repeat(1000),
        [],
        {},
      ];
      if (depth === 0 || roll(3) === 0) return leaf[roll(leaf.length)];
      if (roll(3) === 0) return Array.from({ length: roll(4) }, () => junk(roll, depth - 1));
      const keys = [
        'version',
        'headers',
        'calibrations',
        'id',
        'format',
        'magic',
        'read',
        'target',
        'at',
        'hex',
        'by',
        'map',
        '__proto__',
        'constructor',
      ];
      return Object.fromEntries(
        Array.from({ length: roll(6) }, () => [keys[roll(keys.length)] ?? '', junk(roll, depth - 1)]),
      );
    };
    for (let seed = 1; seed <= 3000; seed++) expect(Array.isArray(problemsOf(junk(dice(seed), 5)))).toBe(true);
    // and the shipped one with one of its parts exchanged
    for (let seed = 1; seed <= 3000; seed++) {
      const roll = dice(seed);
      const file = JSON.parse(JSON.stringify(shippedProgramProfileFile)) as Record<string, unknown>;
      let here: Record<string, unknown> = file;
      for (;;) {
        const keys = Object.keys(here);
        const key = keys[roll(keys.length)];
        if (key === undefined) break;
        const next = here[key];
        if (typeof next === 'object' && next !== null && roll(4) > 0) here = next as Record<string, unknown>;
        else {
          here[key] = junk(roll, 2);
          break;
        }
      }
      expect(Array.isArray(problemsOf(file))).toBe(true);
    }
  });
});
