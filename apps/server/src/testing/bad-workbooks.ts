import { crc32, deflateRawSync } from 'node:zlib';
import * as XLSX from '@e965/xlsx';
import { writeXlsx } from 'hucre/xlsx';

/** A ZIP archive, with the sizes that its directory declares. */
function zip(parts: { name: string; data: Buffer; statedSize?: number }[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data, statedSize = data.length } of parts) {
    const packed = deflateRawSync(data);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(data), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(statedSize, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, tail, Buffer.from(name));
    files.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, list, end]);
}
const workbookParts = (sheet: Buffer, statedSize?: number) => [
  { name: '[Content_Types].xml', data: Buffer.from('<Types/>') },
  { name: 'xl/workbook.xml', data: Buffer.from('<workbook/>') },
  { name: 'xl/worksheets/sheet1.xml', data: sheet, ...(statedSize === undefined ? {} : { statedSize }) },
];

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
);
/** Files that no import may take, whatever its columns are, and the code of each. */
export const badWorkbooks: [string, () => Uint8Array | Promise<Uint8Array>, string][] = [
  ['a picture that is called .xlsx', () => png, 'WORKBOOK_INVALID'],
  ['nothing', () => new Uint8Array(), 'WORKBOOK_INVALID'],
  ['a text', () => Buffer.from('vin,soldOn,dealer\n'), 'WORKBOOK_INVALID'],
  ['the beginning of an archive', () => Buffer.from('PK\x03\x04 and no more', 'latin1'), 'WORKBOOK_UNREADABLE'],
  [
    'a document',
    () =>
      zip([
        { name: '[Content_Types].xml', data: Buffer.from('<Types/>') },
        { name: 'word/document.xml', data: Buffer.from('<w/>') },
      ]),
    'WORKBOOK_INVALID',
  ],
  [
    'a workbook that was cut off',
    async () => (await writeXlsx({ sheets: [{ name: 'S', rows: [['Name']] }] })).subarray(0, 900),
    'WORKBOOK_UNREADABLE',
  ],
  [
    'a workbook with macros',
    () => zip([...workbookParts(Buffer.from('<s/>')), { name: 'xl/vbaProject.bin', data: Buffer.from('x') }]),
    'WORKBOOK_INVALID',
  ],
  ['a workbook whose parts are no XML', () => zip(workbookParts(Buffer.from('not a sheet'))), 'WORKBOOK_UNREADABLE'],
  [
    'a name twice in one archive',
    () => zip([...workbookParts(Buffer.from('<s/>')), { name: 'xl/workbook.xml', data: Buffer.from('<other/>') }]),
    'WORKBOOK_UNREADABLE',
  ],
  [
    'a workbook with a password',
    () => writeXlsx({ sheets: [{ name: 'S', rows: [['Name']] }], encryption: { password: 'secret', spinCount: 1000 } }),
    'WORKBOOK_UNREADABLE',
  ],
  [
    'a container that holds no workbook',
    () => XLSX.CFB.write(XLSX.CFB.utils.cfb_new(), { type: 'buffer' }) as Uint8Array,
    'WORKBOOK_UNREADABLE',
  ],
  ['a bomb with its true size', () => zip(workbookParts(Buffer.alloc(60 * 1024 ** 2))), 'WORKBOOK_TOO_HEAVY'],
  ['a bomb by its ratio alone', () => zip(workbookParts(Buffer.alloc(8 * 1024 ** 2))), 'WORKBOOK_TOO_HEAVY'],
  ['a bomb with a false size', () => zip(workbookParts(Buffer.alloc(60 * 1024 ** 2), 1000)), 'WORKBOOK_TOO_HEAVY'],
];
