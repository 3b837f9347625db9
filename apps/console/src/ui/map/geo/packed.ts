/**
 * Whole numbers as text that packs well: five bits a letter, small ones in one. The files of the map are made of
 * differences, which are small (`map-parts.ts` beside the build's configuration writes them).
 */
const first = 63;
const bits = 32;

export function pack(numbers: readonly number[]): string {
  let text = '';
  for (const n of numbers) {
    let rest = n < 0 ? -2 * n - 1 : 2 * n;
    do {
      const digit = rest % bits;
      rest = Math.floor(rest / bits);
      text += String.fromCharCode(first + digit + (rest > 0 ? bits : 0));
    } while (rest > 0);
  }
  return text;
}

export function unpack(text: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let place = 1;
  for (let i = 0; i < text.length; i += 1) {
    const digit = text.charCodeAt(i) - first;
    value += (digit % bits) * place;
    place *= bits;
    if (digit >= bits) continue;
    numbers.push(value % 2 === 1 ? -(value + 1) / 2 : value / 2);
    value = 0;
    place = 1;
  }
  return numbers;
}

/** Lines on a grid: the number of each after that of the one before, its length, and its points as differences. */
export type Line = readonly (readonly [number, number])[];
export const packLines = (lines: ReadonlyMap<number, Line>): string => {
  let before = -1;
  return pack(
    [...lines].flatMap(([number, line]) => {
      const head = [number - before - 1, line.length];
      before = number;
      return [...head, ...line.flatMap(([x, y], i) => [x - (line[i - 1]?.[0] ?? 0), y - (line[i - 1]?.[1] ?? 0)])];
    }),
  );
};

export function unpackLines(text: string, step: number): Map<number, [number, number][]> {
  const numbers = unpack(text);
  const lines = new Map<number, [number, number][]>();
  let number = -1;
  for (let i = 0; i < numbers.length;) {
    number += (numbers[i++] ?? 0) + 1;
    const line: [number, number][] = [];
    let x = 0;
    let y = 0;
    for (let left = numbers[i++] ?? 0; left > 0; left -= 1) {
      x += numbers[i++] ?? 0;
      y += numbers[i++] ?? 0;
      line.push([x * step, y * step]);
    }
    lines.set(number, line);
  }
  return lines;
}
