import { setImmediate as breathe } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import { fitColumns, type Measure, wrap } from './column-widths';
import { fontFiles, ink, ink2, line } from './fonts';

/** A table for paper: A4 landscape, its header on each page, the number of each page of how many. */
export interface TablePdf {
  language: string;
  title: string;
  /** under the title: what it is of, and when it was made */
  lines: readonly string[];
  head: readonly { text: string; align: 'left' | 'right' }[];
  rows: readonly (readonly string[])[];
  /** a last row over all others */
  totals?: readonly string[] | undefined;
  /** under the last row */
  end?: string | undefined;
  /** of every page */
  footer: string;
  madeAt: Date;
}
type Doc = PDFKit.PDFDocument;

const page = { width: 841.89, height: 595.28 };
const margin = { side: 32, top: 32, bottom: 40 };
const space = page.width - 2 * margin.side;
const bottom = page.height - margin.bottom;
const padding = 3.5;
const rowPadding = 2.6;
const leading = 1.28;
const sizes = [8.5, 8, 7.5, 7, 6.5];
const maxLines = 4;
const tint = '#eef1ed';
/** So many rows are set before others have their turn: an SOS call is not to wait for a table. */
const pause = 10;

/**
 * Set row by row with pdfkit, on which pdfmake (make-pdf.ts) stands: pdfmake lays a document out as a whole, twice as long and without
 * a break. `onRows` is told how many rows are set, and may throw to end it.
 */
export async function tablePdf(
  table: TablePdf,
  onRows: (set: number) => Promise<void> = () => Promise.resolve(),
): Promise<Uint8Array> {
  const doc = open(table);
  const measures = { normal: measureOf(doc, 'normal'), bold: measureOf(doc, 'bold') };
  const { size, widths } = fitColumns(await wantedWidths(table, measures), { space, padding, sizes });
  const lefts = widths.map((_, i) => margin.side + widths.slice(0, i).reduce((all, width) => all + width, 0));
  const aligns = table.head.map(({ align }) => align);

  const linesOf = (cells: readonly string[], measure: Measure): string[][] =>
    cells.map((text, i) => wrap(text, (widths[i] ?? 0) - 2 * padding, (letters) => measure(letters) * size, maxLines));
  const heightOf = (cells: readonly string[][]): number =>
    Math.max(1, ...cells.map((lines) => lines.length)) * size * leading + 2 * rowPadding;
  const put = (cells: readonly string[][], y: number, font: keyof typeof measures): void => {
    const measure = measures[font];
    // what is measured here was measured before: only a new letter changes the font
    doc.font(fontFiles[font]).fontSize(size);
    for (const [i, lines] of cells.entries())
      for (const [k, text] of lines.entries()) {
        const left = (lefts[i] ?? 0) + padding;
        const x = aligns[i] === 'right' ? left + (widths[i] ?? 0) - 2 * padding - measure(text) * size : left;
        doc.text(text, x, y + rowPadding + k * size * leading, { lineBreak: false });
      }
  };
  const rule = (y: number, color = line): void => {
    doc
      .moveTo(margin.side, y)
      .lineTo(page.width - margin.side, y)
      .lineWidth(0.5)
      .strokeColor(color)
      .stroke();
  };
  const head = linesOf(
    table.head.map(({ text }) => text),
    measures.bold,
  );
  const putHead = (y: number): number => {
    const height = heightOf(head);
    doc.rect(margin.side, y, space, height).fill(tint);
    doc.fillColor(ink2);
    put(head, y, 'bold');
    rule(y + height, ink2);
    doc.fillColor(ink);
    return y + height;
  };

  let y = putHead(putTitle(doc, table, measures));
  const next = (height: number): void => {
    if (y + height <= bottom) return;
    doc.addPage();
    y = putHead(putRunningTitle(doc, table));
  };
  for (const [i, row] of table.rows.entries()) {
    if (i % pause === 0) {
      await breathe();
      await onRows(i);
    }
    const cells = linesOf(row, measures.normal);
    const height = heightOf(cells);
    next(height);
    put(cells, y, 'normal');
    y += height;
    rule(y);
  }
  if (table.totals !== undefined) {
    const cells = linesOf(table.totals, measures.bold);
    const height = heightOf(cells);
    next(height);
    put(cells, y, 'bold');
    y += height;
    rule(y, ink2);
  }
  if (table.end !== undefined) {
    next(20);
    doc.font(fontFiles.bold).fontSize(8.5).fillColor(ink);
    doc.text(table.end, margin.side + padding, y + 6, { lineBreak: false });
  }
  putFooters(doc, table, measures.normal);
  doc.end();
  const chunks: Buffer[] = [];
  for await (const chunk of doc) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function open({ language, title, madeAt }: TablePdf): Doc {
  const doc = new PDFDocument({
    ...{ size: 'A4', layout: 'landscape', margin: 0, bufferPages: true, autoFirstPage: false },
    // no other font is read, not even for the default. Fonts go by their files: pdfkit reads one with a name of its own
    // that is open already at each use, 10 ms a row
    font: fontFiles.normal,
    ...{ lang: language, displayTitle: true },
    info: { Title: title, Creator: 'Headland', Producer: 'Headland', CreationDate: madeAt, ModDate: madeAt },
  });
  doc.addPage();
  return doc;
}

/** By letters, each of which is measured once: kerning is less than the padding of a cell. */
function measureOf(doc: Doc, font: 'normal' | 'bold'): Measure {
  const known = new Map<string, number>();
  const widthOf = (letter: string): number => {
    let width = known.get(letter);
    if (width === undefined)
      known.set(letter, (width = doc.font(fontFiles[font]).fontSize(100).widthOfString(letter) / 100));
    return width;
  };
  return (text) => {
    let width = 0;
    for (const letter of text) width += widthOf(letter);
    return width;
  };
}

async function wantedWidths(
  { head, rows, totals }: TablePdf,
  measures: { normal: Measure; bold: Measure },
): Promise<number[]> {
  const widths = head.map(({ text }) => measures.bold(text));
  const widen = (cells: readonly string[], measure: Measure): void => {
    for (const [i, text] of cells.entries()) widths[i] = Math.max(widths[i] ?? 0, measure(text));
  };
  for (const [i, row] of rows.entries()) {
    if (i % 500 === 0) await breathe();
    widen(row, measures.normal);
  }
  if (totals !== undefined) widen(totals, measures.bold);
  // rounding must not break a line that just fits
  return widths.map((width) => width + 0.05);
}

/** The head of the first page; returns where the table begins. */
function putTitle(doc: Doc, { title, lines }: TablePdf, measures: { normal: Measure; bold: Measure }): number {
  let y = margin.top;
  doc.font(fontFiles.bold).fontSize(16).fillColor(ink).text(title, margin.side, y, { lineBreak: false });
  y += 24;
  const size = 8.5;
  for (const text of lines)
    for (const part of wrap(text, space, (letters) => measures.normal(letters) * size, 6)) {
      doc.font(fontFiles.normal).fontSize(size).fillColor(ink2).text(part, margin.side, y, { lineBreak: false });
      y += size * 1.4;
    }
  return y + 7;
}

function putRunningTitle(doc: Doc, { title }: TablePdf): number {
  doc
    .font(fontFiles.bold)
    .fontSize(8.5)
    .fillColor(ink2)
    .text(title, margin.side, margin.top - 8, { lineBreak: false });
  return margin.top + 8;
}

function putFooters(doc: Doc, { footer }: TablePdf, measure: Measure): void {
  const size = 7.5;
  const { count } = doc.bufferedPageRange();
  for (let i = 0; i < count; i++) {
    doc.switchToPage(i);
    const number = `${i + 1} / ${count}`;
    const y = page.height - margin.bottom + 16;
    const left = page.width - margin.side - measure(number) * size;
    doc.font(fontFiles.normal).fontSize(size).fillColor(ink2);
    doc.text(footer, margin.side, y, { lineBreak: false });
    doc.text(number, left, y, { lineBreak: false });
  }
}
