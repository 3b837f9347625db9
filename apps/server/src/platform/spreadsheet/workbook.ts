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

/**
 * A workbook with one worksheet, written as its rows arrive, some at a time, so its length does not matter for memory.
 * Times are dates of the workbook in the zone's wall-clock time. Text cells have the type and the format for text, so
 * that no program evaluates `=1+1` as a formula, not even when the cell is edited.
 */
export function workbook(
  worksheet: { title: string; columns: readonly SheetColumn[]; timeZone: string },
  rows: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncIterable<Uint8Array> {
  const zip = new ZipFile();
  for (const [name, xml] of Object.entries(partsOf(sheetName(worksheet.title))))
    zip.addBuffer(Buffer.from(xml), name, { mtime });
  zip.addBuffer(Buffer.from(stylesXml(worksheet.columns)), 'xl/styles.xml', { mtime });
  const sheet = Readable.from(sheetXml(worksheet, rows), { objectMode: false, highWaterMark: chunkSize });
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml', { compressionLevel, mtime });
  zip.end();
  const output = zip.outputStream as Readable;
  // a source that fails ends the file with its error, a reader that stops ends the source
  for (const part of [zip, sheet]) part.on('error', (error: Error) => output.destroy(error));
  output.on('close', () => sheet.destroy());
  return output;
}

const chunkSize = 128 * 1024;
/** The fastest: the worksheet is a fifteenth either way, at three times the rate. */
const compressionLevel = 1;
/** Of the parts of the archive: it is not visible, and the same rows give the same file. */
const mtime = new Date(Date.UTC(2000, 0, 1));

async function* sheetXml(
  { columns, timeZone }: { columns: readonly SheetColumn[]; timeZone: string },
  rows: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<Buffer> {
  const writeRow = rowWriter(columns, timeZone);
  const out = new ByteWriter(chunkSize + 16 * 1024);
  out.utf8(sheetStart(columns));
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
const partsOf = (title: string): Record<string, string> => ({
  '[Content_Types].xml': `${xmlHead}<Types xmlns="${namespaces}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${[
    ['workbook.xml', 'sheet.main'],
    ['worksheets/sheet1.xml', 'worksheet'],
    ['styles.xml', 'styles'],
  ]
    .map(
      ([part, type]) =>
        `<Override PartName="/xl/${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`,
    )
    .join('')}</Types>`,
  '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
  'xl/workbook.xml': `${xmlHead}<workbook xmlns="${namespaces}/spreadsheetml/2006/main" xmlns:r="${namespaces}/officeDocument/2006/relationships"><sheets><sheet name="${title}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relations([
    ['worksheet', 'worksheets/sheet1.xml'],
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
