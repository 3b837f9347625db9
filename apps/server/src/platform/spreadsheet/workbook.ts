import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { ByteWriter } from './byte-writer';
import {
  type Cell,
  maxSheetRows,
  rowWriter,
  sheetEnd,
  type SheetColumn,
  sheetStart,
  stylesXml,
  xmlHead,
} from './sheet-xml';

/** A worksheet: its rows arrive some at a time. */
export interface Worksheet {
  title: string;
  columns: readonly SheetColumn[];
  rows: AsyncIterable<readonly (readonly Cell[])[]>;
}

/**
 * A workbook, written as its rows arrive, one worksheet after another, so its length does not matter for memory. Titles of
 * worksheets differ. Times are dates of the workbook in the zone's wall-clock time. Text cells have the type and the format
 * for text, so that no program evaluates `=1+1` as a formula, not even when the cell is edited.
 */
export function workbook(worksheets: readonly Worksheet[], timeZone: string): AsyncIterable<Uint8Array> {
  const zip = new ZipFile();
  for (const [name, xml] of Object.entries(partsOf(worksheets.map(({ title }) => sheetName(title)))))
    zip.addBuffer(Buffer.from(xml), name, { mtime });
  zip.addBuffer(Buffer.from(stylesXml(worksheets.flatMap(({ columns }) => columns))), 'xl/styles.xml', { mtime });
  let style = 0;
  const sheets = worksheets.map((worksheet, i) => {
    const xml = sheetXml(worksheet, style, timeZone);
    style += worksheet.columns.length;
    const sheet = Readable.from(xml, { objectMode: false, highWaterMark: chunkSize });
    zip.addReadStream(sheet, `xl/worksheets/sheet${i + 1}.xml`, { compressionLevel, mtime });
    return sheet;
  });
  zip.end();
  const output = zip.outputStream as Readable;
  // a source that fails ends the file with its error, a reader that stops ends the source
  for (const part of [zip, ...sheets]) part.on('error', (error: Error) => output.destroy(error));
  output.on('close', () => sheets.forEach((sheet) => sheet.destroy()));
  return output;
}

const chunkSize = 128 * 1024;
/** The fastest: the worksheet is a fifteenth either way, at three times the rate. */
const compressionLevel = 1;
/** Of the parts of the archive: it is not visible, and the same rows give the same file. */
const mtime = new Date(Date.UTC(2000, 0, 1));

async function* sheetXml(
  { columns, rows }: Worksheet,
  /** of the workbook, before those of its columns */
  stylesBefore: number,
  timeZone: string,
): AsyncGenerator<Buffer> {
  const writeRow = rowWriter(columns, timeZone, stylesBefore);
  const out = new ByteWriter(chunkSize + 16 * 1024);
  out.utf8(sheetStart(columns, stylesBefore));
  let number = 1;
  for await (const some of rows) {
    for (const row of some) {
      if (++number > maxSheetRows) throw new Error(`a worksheet has at most ${maxSheetRows} rows`);
      writeRow(out, row, number);
    }
    if (out.length >= chunkSize) yield out.take();
  }
  out.ascii(sheetEnd);
  yield out.take();
}

const namespaces = 'http://schemas.openxmlformats.org';
const partsOf = (titles: readonly string[]): Record<string, string> => ({
  '[Content_Types].xml': `${xmlHead}<Types xmlns="${namespaces}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${[
    ['workbook.xml', 'sheet.main'],
    ...titles.map((_, i) => [`worksheets/sheet${i + 1}.xml`, 'worksheet'] as const),
    ['styles.xml', 'styles'],
  ]
    .map(
      ([part, type]) =>
        `<Override PartName="/xl/${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`,
    )
    .join('')}</Types>`,
  '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
  'xl/workbook.xml': `${xmlHead}<workbook xmlns="${namespaces}/spreadsheetml/2006/main" xmlns:r="${namespaces}/officeDocument/2006/relationships"><sheets>${titles.map((title, i) => `<sheet name="${title}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relations([
    ...titles.map((_, i) => ['worksheet', `worksheets/sheet${i + 1}.xml`] as const),
    ['styles', 'styles.xml'],
  ]),
});
const relations = (targets: readonly (readonly [type: string, target: string])[]): string =>
  `${xmlHead}<Relationships xmlns="${namespaces}/package/2006/relationships">${targets
    .map(
      ([type, target], i) =>
        `<Relationship Id="rId${i + 1}" Type="${namespaces}/officeDocument/2006/relationships/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

const sheetName = (title: string): string => {
  const name =
    title
      .replaceAll(/[[\]:*?/\\]/gu, ' ')
      .replaceAll(/^'+|'+$/gu, '')
      .trim()
      .slice(0, 31) || 'Sheet1';
  return name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
};
