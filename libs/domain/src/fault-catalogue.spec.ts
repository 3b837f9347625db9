import { describe, expect, it } from 'vitest';
import {
  FaultCatalogueProblem,
  faultCatalogue,
  faultLookUp,
  isNotAFault,
  lookUpFault,
  parseFaultCatalogue,
  type FaultRecord,
} from './fault-catalogue';
import shipped from './fault-catalogue.json';

type Loose = Record<string, unknown>;
const copy = (): Loose[] => JSON.parse(JSON.stringify(shipped)) as Loose[];
const changed = (code: string, change: Loose): Loose[] =>
  copy().map((r) => (r.code === code ? { ...r, ...change } : r));
const without = (code: string, field: string): Loose[] =>
  copy().map((r) => (r.code === code ? Object.fromEntries(Object.entries(r).filter(([name]) => name !== field)) : r));
const problems = (json: unknown): string[] => {
  try {
    parseFaultCatalogue(json);
    return [];
  } catch (error) {
    if (error instanceof FaultCatalogueProblem) return error.problems;
    throw error;
  }
};

describe('the shipped catalogue', () => {
  it('is accepted and has the 150 codes E0297 to E0446', () => {
    expect(problems(copy())).toEqual([]);
    expect(faultCatalogue.records.map((r) => r.code)).toEqual(Array.from({ length: 150 }, (_, i) => `E0${297 + i}`));
  });
  it('has every name once, in both languages', () => {
    expect(new Set(faultCatalogue.records.map((r) => r.nameKo)).size).toBe(150);
    expect(new Set(faultCatalogue.records.map((r) => r.nameEn)).size).toBe(150);
    expect(
      faultCatalogue.records.filter((r) => /[가-힣]/.test(r.nameEn + r.actionEn + r.partEn)).map((r) => r.code),
    ).toEqual([]);
    expect(faultCatalogue.records.filter((r) => !/[가-힣]/.test(r.actionKo)).map((r) => r.code)).toEqual([]);
  });
  it('holds the example of the allocation', () => {
    const example = faultCatalogue.byCode.get('E0410');
    expect(example).toMatchObject({
      spn: 4334,
      fmi: 18,
      sa: 61,
      nameKo: '요소수 압력 낮음',
      nameEn: 'Urea pressure low',
      part: 'DEF_PUMP',
      severity: 2,
      lamp: 'AWL',
      inducementGroup: 'DOSING',
      consequenceOf: ['E0439', 'E0413'],
    });
  });
  it.each([
    ['E0300', 105, 3],
    ['E0336', 157, 10],
    ['E0354', 654, 7],
    ['E0363', 2791, 7],
    ['E0391', 3251, 0],
    ['E0425', 4355, 5],
    ['E0445', 629, 12],
    ['E0446', 628, 13],
  ])('%s is SPN %i FMI %i', (code, spn, fmi) => {
    expect(faultCatalogue.byCode.get(code)).toMatchObject({ spn, fmi });
  });
});

describe('the loader refuses', () => {
  it.each<[string, () => unknown, RegExp]>([
    ['a missing code', () => copy().filter((r) => r.code !== 'E0300'), /^E0300: missing$/],
    ['a code that is there twice', () => [...copy(), { ...copy()[0], spn: 9 }], /^E0297: there 2 times$/],
    [
      'a code outside the range',
      () => [...copy(), { ...copy()[0], code: 'E0447', spn: 9 }],
      /^E0447: outside E0297–E0446$/,
    ],
    [
      'the same SPN and FMI twice at one address',
      () => changed('E0445', { sa: 0 }),
      /^E0445: SPN 629 FMI 12 of address 0 is E0444 already$/,
    ],
    ['an empty Korean name', () => changed('E0301', { nameKo: '' }), /^E0301\.nameKo/],
    ['an English action of blanks', () => changed('E0301', { actionEn: '  ' }), /^E0301\.actionEn/],
    ['a missing part name', () => without('E0301', 'partEn'), /^E0301\.partEn/],
    ['an emoji', () => changed('E0301', { actionKo: '점검하세요 🔧' }), /^E0301\.actionKo/],
    ['a check that is no remote test', () => changed('E0301', { checks: ['lookHard'] }), /^E0301\.checks\.0/],
    [
      'a consequence of a code that does not exist',
      () => changed('E0301', { consequenceOf: ['E0999'] }),
      /^E0301: consequence of E0999, which does not exist$/,
    ],
    [
      'consequences in a circle',
      () => copy().map((r) => (r.code === 'E0413' ? { ...r, consequenceOf: ['E0410'] } : r)),
      /E0410 → E0413 → E0410|E0413 → E0410 → E0413/,
    ],
    [
      'a code that is its own consequence',
      () => changed('E0301', { consequenceOf: ['E0301'] }),
      /^E0301 → E0301: consequences in a circle$/,
    ],
    [
      'a red lamp on a service note',
      () => changed('E0301', { lamp: 'RSL' }),
      /^E0301: severity 3 is milder than its lamp RSL$/,
    ],
    [
      'an amber lamp on a service note',
      () => changed('E0301', { lamp: 'AWL' }),
      /^E0301: severity 3 is milder than its lamp AWL$/,
    ],
    ['an unknown field', () => changed('E0301', { colour: 'red' }), /^E0301: .*colour/],
    ['a severity outside 1 to 4', () => changed('E0301', { severity: 5 }), /^E0301\.severity/],
    ['an SPN of more than 19 bits', () => changed('E0301', { spn: 524_288 }), /^E0301\.spn/],
    ['something that is no list', () => ({ records: [] }), /expected array/],
    ['a record that is no object', () => [7], /^record 0/],
  ])('%s', (_, broken, expected) => {
    const found = problems(broken());
    expect(found.length).toBeGreaterThan(0);
    expect(
      found.some((p) => expected.test(p)),
      found.join('\n'),
    ).toBe(true);
  });
  it('and names everything that is wrong at once', () => {
    const broken = changed('E0301', { lamp: 'RSL' }).map((r) =>
      r.code === 'E0302' ? { ...r, consequenceOf: ['E0998', 'E0999'] } : r,
    );
    expect(problems(broken)).toHaveLength(3);
  });
});

describe('looking a fault up', () => {
  it.each([
    // catalogue severity × lamp → severity; E0324 is graded 1, E0330 2, E0297 3, E0375 4
    ['E0324', null, 'critical'],
    ['E0324', 'PL', 'critical'],
    ['E0330', null, 'major'],
    ['E0330', 'MIL', 'major'],
    ['E0330', 'RSL', 'critical'],
    ['E0297', null, 'minor'],
    ['E0297', 'MIL', 'minor'],
    ['E0297', 'AWL', 'major'],
    ['E0297', 'RSL', 'critical'],
    ['E0375', 'PL', 'minor'],
    ['E0375', 'none', 'minor'],
    ['E0999', null, 'minor'],
    ['E0999', 'PL', 'minor'],
    ['E0999', 'MIL', 'minor'],
    ['E0999', 'AWL', 'major'],
    ['E0999', 'RSL', 'critical'],
  ] as const)('%s with lamp %s is %s', (code, lamp, severity) => {
    expect(lookUpFault(code, undefined, undefined, lamp).severity).toBe(severity);
  });
  it('no lamp makes a code milder than the catalogue', () => {
    const rank = { critical: 0, major: 1, minor: 2 };
    for (const { code } of faultCatalogue.records)
      for (const lamp of ['RSL', 'AWL', 'MIL', 'PL', 'XX'])
        expect(rank[lookUpFault(code, null, null, lamp).severity]).toBeLessThanOrEqual(
          rank[lookUpFault(code).severity],
        );
  });
  it('a known code has its names, part, system and first action', () => {
    expect(lookUpFault('E0410', 4334, 18, 'AWL')).toEqual({
      name: { ko: '요소수 압력 낮음', en: 'Urea pressure low' },
      part: { ko: '요소수 압력', en: 'Urea pressure' },
      system: 'SCR',
      severity: 'major',
      whatToDo: { ko: '작업을 마치고 요소수를 확인하세요', en: 'Finish the pass, then check urea level' },
      known: true,
    });
  });
  it.each([
    ['E0999', undefined, undefined, 'Unknown code', 'Unknown'],
    ['E0999', 4711, undefined, 'SPN 4711', 'SPN 4711'],
    ['E0999', undefined, 4, 'FMI 4 voltage low/short to ground', 'Unknown'],
    ['E0999', 110, 31, 'SPN 110, FMI 31 condition exists', 'Coolant temperature'],
    ['X-7', 110, 25, 'SPN 110, FMI 25', 'Coolant temperature'],
    ['E0999', 0, 0, 'SPN 0, FMI 0 critically high', 'SPN 0'],
  ])('an unknown code is shown raw: %s %s %s', (code, spn, fmi, name, part) => {
    const found = lookUpFault(code, spn, fmi);
    expect(found).toMatchObject({ name: { en: name }, part: { en: part }, system: null, whatToDo: null, known: false });
    // the code is written before every name
    expect(found.name.ko).not.toContain(code);
  });
  it('a replaced catalogue is the one that answers', () => {
    const other = parseFaultCatalogue(
      changed('E0297', { nameEn: 'Water temperature', severity: 1, lamp: 'RSL' } satisfies Partial<FaultRecord>),
    );
    expect(faultLookUp(other)('E0297')).toMatchObject({ name: { en: 'Water temperature' }, severity: 'critical' });
  });
  it('knows what is not a fault', () => {
    expect(['E0486', 'E0511', 'E0512', 'E0297', 'E0485', ''].map(isNotAFault)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
