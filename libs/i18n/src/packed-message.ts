import type { IntlMessageFormat } from 'intl-messageformat';

type Element = Extract<ConstructorParameters<typeof IntlMessageFormat>[0], readonly unknown[]>[number];

/**
 * A message parsed by the build of the console, which then needs no parser: a text; `[name]` a value, `[name, 2]` one
 * as a number, `[name, 5, …]` and `[name, 6, …]` a choice by value and by count; 0 the count in a choice. The numbers are
 * `TYPE` of @formatjs/icu-messageformat-parser.
 */
export type PackedMessage = string | PackedElement[];
export type PackedElement =
  | string
  | 0
  | [name: string]
  | [name: string, number: 2]
  | [name: string, choice: 5 | 6, options: Record<string, PackedElement[]>];

/** What the formatter takes in the place of a text. */
export const unpack = (packed: PackedMessage): Element[] =>
  typeof packed === 'string' ? [{ type: 0, value: packed }] : packed.map(elementOf);

function elementOf(packed: PackedElement): Element {
  if (packed === 0) return { type: 7 };
  if (typeof packed === 'string') return { type: 0, value: packed };
  const [value, type, packedOptions = {}] = packed;
  if (type === undefined) return { type: 1, value };
  if (type === 2) return { type, value, style: null };
  const options = Object.fromEntries(
    Object.entries(packedOptions).map(([name, elements]) => [name, { value: unpack(elements) }]),
  );
  return type === 5 ? { type, value, options } : { type, value, options, offset: 0, pluralType: 'cardinal' };
}
