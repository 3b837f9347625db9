/** Width of a text at a font size of 1. */
export type Measure = (text: string) => number;

/** What a text column takes at the most before it wraps, in points. */
const widest = 190;

/**
 * Font size and widths of the columns of a table, in points. Columns are as wide as what is in them, in the largest size in
 * which they fit; where none is small enough, the wide ones share what the narrow ones leave, and wrap.
 */
export function fitColumns(
  wanted: readonly number[],
  { space, padding, sizes }: { space: number; padding: number; sizes: readonly number[] },
): { size: number; widths: number[] } {
  const [smallest = 6] = sizes.slice(-1);
  const at = (size: number): number[] => wanted.map((width) => Math.min(width * size, widest) + 2 * padding);
  const size = sizes.find((one) => sum(at(one)) <= space) ?? smallest;
  const natural = at(size);
  const left = space - sum(natural);
  // a little air, not more: far apart, a row is hard to follow
  if (left >= 0) return { size, widths: natural.map((width) => width + Math.min(left / natural.length, 24)) };
  return { size, widths: narrowed(natural, space) };
}

/** The widest are cut to one width, so that all fit. */
function narrowed(widths: readonly number[], space: number): number[] {
  const ascending = [...widths].sort((a, b) => a - b);
  let rest = space;
  for (const [i, width] of ascending.entries()) {
    const share = rest / (ascending.length - i);
    if (width > share) return widths.map((one) => Math.min(one, share));
    rest -= width;
  }
  return [...widths];
}

/** Lines of a text in a width, broken at spaces, or within a word that is too long; the last has … where more would follow. */
export function wrap(text: string, width: number, measure: Measure, maxLines: number): string[] {
  if (measure(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces(text, width, measure)) {
    if (line === '' || measure(line + piece.trimEnd()) <= width) line += piece;
    else {
      lines.push(line.trimEnd());
      line = piece;
    }
  }
  lines.push(line.trimEnd());
  if (lines.length <= maxLines) return lines;
  let last = lines[maxLines - 1] ?? '';
  while (last !== '' && measure(`${last}…`) > width) last = last.slice(0, -1);
  return [...lines.slice(0, maxLines - 1), `${last}…`];
}

/** Words with the space behind them, none wider than the line. */
function* pieces(text: string, width: number, measure: Measure): Generator<string> {
  for (const word of text.match(/\S+\s*|\s+/gu) ?? []) {
    if (measure(word.trimEnd()) <= width) {
      yield word;
      continue;
    }
    let part = '';
    for (const letter of word) {
      if (part !== '' && measure(part + letter) > width) {
        yield part;
        part = '';
      }
      part += letter;
    }
    yield part;
  }
}

const sum = (list: readonly number[]): number => list.reduce((all, one) => all + one, 0);
