import { z } from 'zod';
import shipped from './injector-coding.json';

/**
 * The trim code of an injector: what its maker measured of it, printed on it, so that the control unit can even out the cylinders. A code in the place of
 * another makes an engine run rough, so it is checked three times: by its own check character, against the codes of the other cylinders, and by
 * reading it back. A control unit keeps the codes in the order in which the cylinders fire, not in the order in which they stand.
 *
 * The maker of the injectors has not published how the check character of a full code is formed. Until that is known `injector-coding.json` says
 * "luhnModN": the last character makes the Luhn sum over the coding's alphabet a multiple of its size, which finds every wrong character and nearly
 * every two that changed places. This file is the place to put the maker's own rule: for all, or in `overrides` for a model or an engine; `none` leaves
 * the judgement to the control unit. A code of any other length is taken as it is.
 */
const Alphabet = z.string().refine((s) => s.length % 2 === 0 && new Set(s).size === s.length, 'characters that differ, an even number of them');
const Coding = z.strictObject({
  id: z.string().regex(/^\w{2,10}$/),
  length: z.int().min(3).max(20),
  alphabet: Alphabet,
  checksum: z.enum(['luhnModN', 'none']),
});
const FiringOrder = z
  .array(z.int().min(1).max(16))
  .min(1)
  .refine((order) => [...order].sort((a, b) => a - b).every((cylinder, i) => cylinder === i + 1), 'each cylinder once');
const CodingFile = z
  .strictObject({
    version: z.int().min(1),
    codings: z.array(Coding).min(1),
    /** number of cylinders → cylinders as they fire */
    firingOrders: z.record(z.string().regex(/^\d+$/), FiringOrder),
    overrides: z.array(
      z.strictObject({
        /** all that is named must be so of the machine */
        match: z.strictObject({ model: z.string().optional(), engineType: z.string().optional(), hwVariant: z.string().optional() }),
        codings: z.array(Coding).min(1).optional(),
        firingOrder: FiringOrder.optional(),
      }),
    ),
  })
  .refine((f) => Object.entries(f.firingOrders).every(([n, order]) => order.length === Number(n)), 'an order names as many cylinders as there are');
export type CodingFile = z.output<typeof CodingFile>;
export const parseCodings = (json: unknown): CodingFile => CodingFile.parse(json);
export const injectorCodings: CodingFile = parseCodings(shipped);

export interface CodedEngine {
  model: string | null;
  engineType: string | null;
  hwVariant: string | null;
  /** null: the terminal has not said how many */
  cylinders: number | null;
}

/** The cylinders as they fire; null where nobody has said it of this engine. */
export function firingOrderOf(engine: CodedEngine, file = injectorCodings): readonly number[] | null {
  const own = fitting(engine, file).findLast((o) => o.firingOrder !== undefined)?.firingOrder;
  if (own !== undefined && (engine.cylinders === null || own.length === engine.cylinders)) return own;
  return engine.cylinders === null ? null : (file.firingOrders[String(engine.cylinders)] ?? null);
}

/** Which coding a code is of by its length and characters, and whether its check character is right; null: there is none to check. */
export function judgeCode(code: string, engine: CodedEngine, file = injectorCodings): { coding: string | null; checksum: boolean | null } {
  const codings = fitting(engine, file).findLast((o) => o.codings !== undefined)?.codings ?? file.codings;
  const coding = codings.find((c) => c.length === code.length && [...code].every((x) => c.alphabet.includes(x)));
  if (coding === undefined) return { coding: null, checksum: null };
  return { coding: coding.id, checksum: coding.checksum === 'none' ? null : luhnSum(code, coding.alphabet, 1) % coding.alphabet.length === 0 };
}

/** A code with the check character behind it. */
export function withCheckCharacter(body: string, alphabet: string): string {
  const n = alphabet.length;
  return body + alphabet.charAt((n - (luhnSum(body, alphabet, 2) % n)) % n);
}

export type CodeRefusal = 'cylinder' | 'checksum' | 'twice' | 'order';
/**
 * Why a code may not be written into a cylinder, or null. `present`: the codes as the control unit keeps them, in firing order; null where it has not
 * said them, and judges by itself.
 */
export function codeRefusal(
  { cylinder, code }: { cylinder: number; code: string },
  engine: CodedEngine,
  present: readonly (string | null)[] | null,
  file = injectorCodings,
): CodeRefusal | null {
  if (engine.cylinders !== null && cylinder > engine.cylinders) return 'cylinder';
  const order = firingOrderOf(engine, file);
  // without it nobody knows into whose place the control unit would put it
  if (order === null) return 'order';
  if (judgeCode(code, engine, file).checksum === false) return 'checksum';
  return (present ?? []).some((other, at) => other === code && order[at] !== cylinder) ? 'twice' : null;
}

/** Each second character counts double, from the right; a doubled one as the sum of its digits in base n. */
function luhnSum(text: string, alphabet: string, first: 1 | 2): number {
  const n = alphabet.length;
  let factor: number = first;
  let sum = 0;
  for (const character of [...text].reverse()) {
    const value = factor * alphabet.indexOf(character);
    sum += Math.floor(value / n) + (value % n);
    factor = 3 - factor;
  }
  return sum;
}

const fitting = (engine: CodedEngine, { overrides }: CodingFile): CodingFile['overrides'] =>
  overrides.filter(
    ({ match }) =>
      (match.model === undefined || match.model === engine.model) &&
      (match.engineType === undefined || match.engineType === engine.engineType) &&
      (match.hwVariant === undefined || match.hwVariant === engine.hwVariant),
  );
