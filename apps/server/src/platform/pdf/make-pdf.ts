import pdfMake, { type Content } from 'pdfmake';
import { fontFiles, fontFolder, ink, ink2, line } from './fonts';

/**
 * A PDF of the product: a title, sections of labelled values, tables and text, page numbers. One layout for all. A list of
 * many rows is a `tablePdf`.
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
  table?: Table;
  /** a drawing as SVG, as wide as the page */
  drawing?: string;
  /** a number to be seen first, and what is said of it */
  figure?: { value: string; note: string };
  /** a drawing as SVG, left of the table */
  beside?: string;
  /** below the table, in one line: label and value */
  foot?: { title: string; values: readonly (readonly [string, string])[] };
  /** on one page */
  whole?: boolean;
}
interface Table {
  head: readonly string[];
  rows: readonly (readonly string[])[];
  widths?: (number | '*' | 'auto')[];
  /** columns whose figures stand under one another */
  numbers?: readonly boolean[];
  /** the last row is the sum of the others */
  total?: boolean;
  /** smaller, with less air: several tables on a page */
  dense?: boolean;
}

pdfMake.setFonts({ Pretendard: fontFiles });
// loads only its fonts, and no resource that a text may name
pdfMake.setUrlAccessPolicy(() => false);
pdfMake.setLocalAccessPolicy((path) => path.startsWith(fontFolder));

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

function section({ heading, text, values, table, drawing, figure, beside, foot, whole = false }: Section): Content[] {
  const parts: Content[] = [
    { text: heading, fontSize: 11.5, bold: true, margin: [0, 14, 0, 5], headlineLevel: 1 },
    ...(figure === undefined ? [] : [figureLine(figure)]),
    ...(text === undefined ? [] : [{ text, margin: [0, 0, 0, 4] as [number, number, number, number] }]),
    ...(values === undefined ? [] : [valueTable(values)]),
    ...(table === undefined ? [] : [beside === undefined ? listTable(table) : besideTable(beside, table)]),
    ...(foot === undefined ? [] : [footLine(foot)]),
    ...(drawing === undefined ? [] : [{ svg: drawing, width: 507 }]),
  ];
  return whole ? [{ stack: parts, unbreakable: true }] : parts;
}

const figureLine = ({ value, note }: NonNullable<Section['figure']>): Content => ({
  text: [
    { text: value, fontSize: 17, bold: true },
    { text: `   ${note}`, color: ink2 },
  ],
  margin: [0, -3, 0, 4],
});

const footLine = ({ title, values }: NonNullable<Section['foot']>): Content => ({
  text: [
    { text: title === '' ? '' : `${title}   `, color: ink2 },
    ...values.flatMap(([label, value], i) => [
      { text: `${i === 0 ? '' : '   ·   '}${label} `, color: ink2 },
      { text: value, bold: true },
    ]),
  ],
  fontSize: 8.5,
  margin: [0, 3, 0, 0],
});

const besideTable = (svg: string, table: Table): Content => ({
  columns: [
    { svg, width: 245 },
    { stack: [listTable(table)], width: '*' },
  ],
  columnGap: 18,
  margin: [0, 0, 0, 4],
});

function valueTable(values: NonNullable<Section['values']>): Content {
  const cells = values.map(([label, value]) => [{ text: label, color: ink2 }, { text: value }]);
  const body = Array.from({ length: Math.ceil(cells.length / 2) }, (_, i) => [
    ...(cells[i * 2] ?? []),
    ...(cells[i * 2 + 1] ?? [{ text: '' }, { text: '' }]),
  ]);
  return body.length === 0 ? { text: '–' } : { table: { widths: [90, '*', 90, '*'], body }, layout: rules };
}

function listTable({ head, rows, widths, numbers = [], total = false, dense = false }: Table): Content {
  if (rows.length === 0) return { text: '–' };
  const alignment = (i: number): { alignment?: 'right' } => (numbers[i] === true ? { alignment: 'right' } : {});
  const last = total ? rows.length - 1 : -1;
  return {
    table: {
      headerRows: 1,
      widths: widths ?? head.map((_, i) => (i === head.length - 1 ? '*' : 'auto')),
      body: [
        head.map((text, i) => ({ text, color: ink2, bold: true, ...alignment(i) })),
        ...rows.map((row, k) =>
          row.map((text, i) => ({ text, ...(k === last ? { bold: true } : {}), ...alignment(i) })),
        ),
      ],
    },
    layout: dense ? denseRules : rules,
    ...(dense ? { fontSize: 8.5, lineHeight: 1.05 } : {}),
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
const denseRules = { ...rules, paddingTop: () => 1.2, paddingBottom: () => 1.2 };
