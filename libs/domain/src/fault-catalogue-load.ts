import { faultCodePattern, lamps } from '@headland/contracts/device/up';
import { hasEmoji } from '@headland/contracts/fields';
import { z } from 'zod';
import { diagnosticTestIds } from './diagnostic-test-ids';

/**
 * What the engine's fault codes mean. The catalogue is data: `fault-catalogue.json` is the product's own, and a maker's
 * list may replace it without a release, so everything that would produce a wrong page or a wrong severity is refused
 * on loading.
 */
const catalogueText = z
  .string()
  .min(1)
  .refine((s) => s.trim() === s && !hasEmoji(s), 'blank edges or emoji');
/** Short enough for a row of a list, and for the index of reports. */
const name = catalogueText.max(200);
const code = z.string().regex(faultCodePattern);
export const faultSystems = ['ENGINE', 'FUEL', 'AIR', 'GLOW', 'DPF', 'SCR', 'NOX', 'CAN', 'ECU'] as const;
export type FaultSystem = (typeof faultSystems)[number];
export const faultKinds = ['SENSOR', 'CIRCUIT', 'H_BRIDGE', 'INJECTOR', 'PERFORMANCE', 'COMM'] as const;
export type FaultKind = (typeof faultKinds)[number];

export const FaultRecord = z.strictObject({
  code,
  spn: z.int().min(0).max(524_287),
  fmi: z.int().min(0).max(31),
  /** J1939 source address of the reporting unit: 0 engine, 61 DEF dosing */
  sa: z.int().min(0).max(253),
  nameKo: name,
  nameEn: name,
  system: z.enum(faultSystems),
  part: z.string().regex(/^[A-Z0-9_]{2,40}$/),
  partKo: catalogueText,
  partEn: catalogueText,
  kind: z.enum(faultKinds),
  /** 1 stop (red), 2 derate (amber), 3 service (amber), 4 information */
  severity: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  lamp: z.enum(lamps),
  reaction: z.enum(['NONE', 'LIMP', 'DERATE', 'STOP']),
  inducementGroup: z.enum(['EGR', 'DOSING', 'CONSUMPTION', 'LEVEL', 'QUALITY', 'TAMPERING']).nullable(),
  causes: z.array(catalogueText).min(1),
  checks: z.array(z.enum(diagnosticTestIds)),
  actionKo: catalogueText,
  actionEn: catalogueText,
  actionTech: catalogueText,
  consequenceOf: z.array(code),
  selfCuring: z.boolean(),
  version: z.int().min(1),
  source: catalogueText,
});
export type FaultRecord = z.output<typeof FaultRecord>;
export type FaultCatalogue = { records: FaultRecord[]; byCode: ReadonlyMap<string, FaultRecord> };

/** First and last code of the engine's range; each between them must exist once. */
const firstCode = 297;
const lastCode = 446;
/** The lowest severity for a lamp: a code with the red lamp cannot be a service note. */
const mildest = { RSL: 1, AWL: 2, MIL: 4, PL: 4 } as const;

/** Refuses a broken catalogue with all its problems, so that its author fixes them at once. */
export class FaultCatalogueProblem extends Error {
  constructor(readonly problems: string[]) {
    super(
      `fault catalogue refused: ${problems.slice(0, 5).join('; ')}${problems.length > 5 ? `; and ${problems.length - 5} more` : ''}`,
    );
  }
}

export function parseFaultCatalogue(json: unknown): FaultCatalogue {
  const parsed = z.array(FaultRecord).safeParse(json);
  if (!parsed.success)
    throw new FaultCatalogueProblem(parsed.error.issues.map((i) => `${at(json, i.path)}: ${i.message}`));
  const records = parsed.data;
  const byCode = new Map(records.map((r) => [r.code, r]));
  const problems = [
    ...range(records),
    ...pairs(records),
    ...gradedUnderTheirLamp(records),
    ...consequences(records, byCode),
  ];
  if (problems.length > 0) throw new FaultCatalogueProblem(problems);
  return { records, byCode };
}

/** names the record in a message, if it has a code at all */
function at(json: unknown, path: PropertyKey[]): string {
  const [index, ...rest] = path;
  const record: unknown = Array.isArray(json) && typeof index === 'number' ? json[index] : undefined;
  const name =
    typeof record === 'object' && record !== null && 'code' in record ? String(record.code) : `record ${String(index)}`;
  return [name, ...rest.map(String)].join('.');
}

function range(records: FaultRecord[]): string[] {
  const count = new Map<string, number>();
  for (const r of records) count.set(r.code, (count.get(r.code) ?? 0) + 1);
  const expected = Array.from(
    { length: lastCode - firstCode + 1 },
    (_, i) => `E${String(firstCode + i).padStart(4, '0')}`,
  );
  return [
    ...expected.filter((c) => !count.has(c)).map((c) => `${c}: missing`),
    ...[...count].filter(([, n]) => n > 1).map(([c, n]) => `${c}: there ${n} times`),
    ...[...count.keys()]
      .filter((c) => !expected.includes(c))
      .map((c) => `${c}: outside ${expected[0]}–${expected.at(-1)}`),
  ];
}

function pairs(records: FaultRecord[]): string[] {
  const first = new Map<string, string>();
  return records.flatMap((r) => {
    const key = `${r.sa}/${r.spn}/${r.fmi}`;
    const other = first.get(key);
    first.set(key, other ?? r.code);
    return other === undefined || other === r.code
      ? []
      : [`${r.code}: SPN ${r.spn} FMI ${r.fmi} of address ${r.sa} is ${other} already`];
  });
}

function gradedUnderTheirLamp(records: FaultRecord[]): string[] {
  return records
    .filter((r) => r.severity > mildest[r.lamp])
    .map((r) => `${r.code}: severity ${r.severity} is milder than its lamp ${r.lamp}`);
}

function consequences(records: FaultRecord[], byCode: ReadonlyMap<string, FaultRecord>): string[] {
  const dangling = records.flatMap((r) =>
    r.consequenceOf.filter((c) => !byCode.has(c)).map((c) => `${r.code}: consequence of ${c}, which does not exist`),
  );
  // depth first: a code met again on its own path is a cycle
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (c: string, path: string[]): void => {
    if (path.includes(c)) circles.push(`${[...path.slice(path.indexOf(c)), c].join(' → ')}: consequences in a circle`);
    if (path.includes(c) || done.has(c)) return;
    for (const cause of byCode.get(c)?.consequenceOf ?? []) walk(cause, [...path, c]);
    done.add(c);
  };
  for (const r of records) walk(r.code, []);
  return [...dangling, ...circles];
}
