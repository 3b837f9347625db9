import { wallClock } from '../../platform/spreadsheet/wall-clock';

const encoder = new TextEncoder();
type Cell = string | number | null;

/**
 * Lines of a CSV file, RFC 4180. The first part of a file begins with the byte order mark by which spreadsheets detect
 * UTF-8.
 */
export const csvLines = (rows: readonly (readonly Cell[])[], first = false): Uint8Array =>
  encoder.encode(`${first ? '\uFEFF' : ''}${rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')}`);

/** A number in machine-readable form; text that a spreadsheet would take for a formula stays text. */
function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = /^[=+\-@\t\r]/u.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Formats epoch ms as YYYY-MM-DD HH:mm:ss.SSS in a zone. */
export const stampIn = (timeZone: string): ((at: number) => string) => {
  const clock = wallClock(timeZone);
  return (at) => new Date(clock(at)).toISOString().slice(0, 23).replace('T', ' ');
};
