import { checksum } from '../checksum';
import type { Coding, InjectorProfile } from './injector-profile';

/**
 * The trim code of an injector: its maker's measurements, printed on it, by which the control unit balances the
 * cylinders. A code in the wrong place makes an engine run rough, so it is compared with the codes of the other
 * cylinders and read back after writing. A control unit stores the codes in firing order, not in cylinder order. How
 * check characters are computed is in the profile in use, if the maker has published it. A code that does not match its
 * profile can be written after a person confirms it: the profile may be wrong, the code on the injector is not.
 */
export interface CodedEngine {
  model: string | null;
  engineType: string | null;
  hwVariant: string | null;
  /** null: the terminal did not report how many */
  cylinders: number | null;
}

/** The cylinders in firing order; null if it is unknown for this engine. */
export function firingOrderOf(engine: CodedEngine, file: InjectorProfile): readonly number[] | null {
  const own = fitting(engine, file).findLast((o) => o.firingOrder !== undefined)?.firingOrder;
  if (own !== undefined && (engine.cylinders === null || own.length === engine.cylinders)) return own;
  return engine.cylinders === null ? null : (file.firingOrders[String(engine.cylinders)] ?? null);
}

/** The coding of a code by its length and characters, and whether its check character is right; null: it has none. */
export function judgeCode(
  code: string,
  engine: CodedEngine,
  file: InjectorProfile,
): { coding: string | null; checksum: boolean | null } {
  const codings = fitting(engine, file).findLast((o) => o.codings !== undefined)?.codings ?? file.codings;
  const coding = codings.find((c) => c.length === code.length && [...code].every((x) => c.alphabet.includes(x)));
  if (coding === undefined) return { coding: null, checksum: null };
  return { coding: coding.id, checksum: isRight(code, coding) };
}

/** null: there is nothing to check. */
function isRight(code: string, { alphabet, checksum: rule }: Coding): boolean | null {
  if (rule.algorithm === 'none') return null;
  if (rule.algorithm === 'luhnModN') return luhnSum(code, alphabet, 1) % alphabet.length === 0;
  const [body, check] = [code.slice(0, -rule.checkCharacters), code.slice(-rule.checkCharacters)];
  if (rule.algorithm === 'checksum')
    return (
      check ===
      written(
        checksum(
          rule.name,
          Uint8Array.from(body, (c) => c.charCodeAt(0)),
        ),
        alphabet,
        check.length,
      )
    );
  const { weights, from, plus, modulus, complement } = rule;
  const weighted = (from === 'left' ? [...body] : [...body].reverse()).map(
    (c, i) => alphabet.indexOf(c) * (weights[i % weights.length] ?? 0),
  );
  const remainder = weighted.reduce((sum, n) => sum + n, plus) % modulus;
  return check === written(complement ? (modulus - remainder) % modulus : remainder, alphabet, check.length);
}

/** The lower digits of a number in the base of the alphabet. */
function written(value: number, alphabet: string, digits: number): string {
  let [text, rest] = ['', value];
  while (text.length < digits) {
    text = alphabet.charAt(rest % alphabet.length) + text;
    rest = Math.floor(rest / alphabet.length);
  }
  return text;
}

/** A code followed by the check character of its Luhn sum. */
export function withCheckCharacter(body: string, alphabet: string): string {
  const n = alphabet.length;
  return body + alphabet.charAt((n - (luhnSum(body, alphabet, 2) % n)) % n);
}

/** The confirmation for a code that does not match the profile of its type; stored with the request. */
export const checksumDiffers = 'code.checksum';
export type CodeRefusal = 'cylinder' | 'checksum' | 'twice' | 'order';
/**
 * Why a code may not be written to a cylinder, or null. `present`: the codes in the control unit, in firing order; null
 * if it did not report them, and then it decides by itself.
 */
export function codeRefusal(
  { cylinder, code }: { cylinder: number; code: string },
  engine: CodedEngine,
  present: readonly (string | null)[] | null,
  file: InjectorProfile,
): CodeRefusal | null {
  if (engine.cylinders !== null && cylinder > engine.cylinders) return 'cylinder';
  const order = firingOrderOf(engine, file);
  // without it the target position in the control unit is unknown
  if (order === null) return 'order';
  if ((present ?? []).some((other, at) => other === code && order[at] !== cylinder)) return 'twice';
  // checked last: only this one can be confirmed
  return judgeCode(code, engine, file).checksum === false ? 'checksum' : null;
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

const fitting = (engine: CodedEngine, { overrides }: InjectorProfile): InjectorProfile['overrides'] =>
  overrides.filter(
    ({ match }) =>
      (match.model === undefined || match.model === engine.model) &&
      (match.engineType === undefined || match.engineType === engine.engineType) &&
      (match.hwVariant === undefined || match.hwVariant === engine.hwVariant),
  );
