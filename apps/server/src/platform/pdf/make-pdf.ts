import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import pdfMake, { type Content } from 'pdfmake';

/**
 * A PDF of the product: a title, sections of labelled values, tables and text, page numbers. One layout for all, set in
 * Pretendard, which has Hangul and Latin. Only the glyphs that are used are embedded.
 */
export interface Report {
  title: string;
  /** the subject, under the title */
  subtitle: string;
  sections: Section[];
  /** footer of every page: when and for whom it was made, and its proof */
  footer: string;
  /** document properties, so that the same content has the same bytes */
  madeAt: Date;
}
export interface Section {
  heading: string;
  text?: string;
  /** label and value, two pairs in a line */
  values?: (readonly [string, string])[];
  table?: { head: readonly string[]; rows: readonly (readonly string[])[]; widths?: (number | '*' | 'auto')[] };
  /** a drawing as SVG, as wide as the page */
  drawing?: string;
}

const folder = join(
  dirname(createRequire(import.meta.url).resolve('pretendard/package.json')),
  'dist/public/static/alternative',
);
pdfMake.setFonts({
  Pretendard: { normal: join(folder, 'Pretendard-Regular.ttf'), bold: join(folder, 'Pretendard-SemiBold.ttf') },
});
// loads only its fonts, and no resource that a text may name
pdfMake.setUrlAccessPolicy(() => false);
pdfMake.setLocalAccessPolicy((path) => path.startsWith(folder));

const ink = '#1d2620';
const ink2 = '#5b665f';
const line = '#d5dad3';

export async function makePdf({ title, subtitle, sections, footer, madeAt }: Report): Promise<Uint8Array> {
  const made = pdfMake.createPdf({
    pageSize: 'A4',
    pageMargins: [44, 48, 44, 56],
    info: { title, creator: 'Headland', producer: 'Headland', creationDate: madeAt, modDate: madeAt },
    defaultStyle: { font: 'Pretendard', fontSize: 9.5, lineHeight: 1.25, color: ink },
    content: [
      { text: title, fontSize: 18, bold: true, lineHeight: 1.1 },
      { text: subtitle, color: ink2, margin: [0, 3, 0, 6] },
      { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 507, y2: 0, lineWidth: 1, lineColor: ink }] },
      ...sections.flatMap(section),
    ],
    footer: (page: number, pages: number): Content => ({
      columns: [
        { text: footer, color: ink2, fontSize: 7.5 },
        { text: `${page} / ${pages}`, color: ink2, fontSize: 7.5, alignment: 'right', width: 50 },
      ],
      margin: [44, 16, 44, 0],
    }),
  });
  return new Uint8Array(await made.getBuffer());
}

function section({ heading, text, values, table, drawing }: Section): Content[] {
  return [
    { text: heading, fontSize: 11.5, bold: true, margin: [0, 14, 0, 5], headlineLevel: 1 },
    ...(text === undefined ? [] : [{ text, margin: [0, 0, 0, 4] as [number, number, number, number] }]),
    ...(values === undefined ? [] : [valueTable(values)]),
    ...(table === undefined ? [] : [listTable(table)]),
    ...(drawing === undefined ? [] : [{ svg: drawing, width: 507 }]),
  ];
}

function valueTable(values: NonNullable<Section['values']>): Content {
  const cells = values.map(([label, value]) => [{ text: label, color: ink2 }, { text: value }]);
  const body = Array.from({ length: Math.ceil(cells.length / 2) }, (_, i) => [
    ...(cells[i * 2] ?? []),
    ...(cells[i * 2 + 1] ?? [{ text: '' }, { text: '' }]),
  ]);
  return body.length === 0 ? { text: '–' } : { table: { widths: [90, '*', 90, '*'], body }, layout: rules };
}

function listTable({ head, rows, widths }: NonNullable<Section['table']>): Content {
  if (rows.length === 0) return { text: '–' };
  return {
    table: {
      headerRows: 1,
      widths: widths ?? head.map((_, i) => (i === head.length - 1 ? '*' : 'auto')),
      body: [
        head.map((text) => ({ text, color: ink2, bold: true })),
        ...rows.map((row) => row.map((text) => ({ text }))),
      ],
    },
    layout: rules,
  };
}

const rules = {
  hLineWidth: () => 0.5,
  vLineWidth: () => 0,
  hLineColor: () => line,
  paddingTop: () => 3,
  paddingBottom: () => 3,
  paddingLeft: (column: number) => (column === 0 ? 0 : 6),
  paddingRight: () => 6,
};
