import { crc32 } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { FileRefusal } from './refusal';

/** More than a workbook of 5,000 rows with pictures in it needs, and little enough to hold twice. */
const maxUnpacked = 40 * 1024 ** 2;
const maxEntries = 1_000;
/** The XML of a sheet packs to a twentieth or thirtieth; deflate goes to 1:1032, and only bombs go there. */
const maxRatio = 200;
const ratioCounts = 1024 ** 2;

/**
 * The parts of a workbook, unpacked: first the sizes in its directory are checked, with nothing unpacked yet, then each part is limited to its size
 * while it is inflated. Throws a FileRefusal for what is no workbook or too heavy.
 */
export async function unpack(bytes: Uint8Array): Promise<Map<string, Buffer>> {
  const zip = await yauzl
    .fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    .catch(unreadable);
  const entries = await judged(zip);
  const parts = new Map<string, Buffer>();
  for (const entry of entries) parts.set(entry.fileName, await inflated(zip, entry));
  return parts;
}

async function judged(zip: ZipFile): Promise<Entry[]> {
  const entries = new Map<string, Entry>();
  let total = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      total += entry.uncompressedSize;
      const bomb = entry.uncompressedSize > ratioCounts && entry.uncompressedSize > entry.compressedSize * maxRatio;
      if (total > maxUnpacked || bomb || entries.size >= maxEntries) throw new FileRefusal('WORKBOOK_TOO_HEAVY');
      // a name twice reads as one thing here and as another there
      if (!entry.canDecodeFileData() || entries.has(entry.fileName)) throw new FileRefusal('WORKBOOK_UNREADABLE');
      if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry);
    }
  } catch (error) {
    return unreadable(error);
  }
  // a workbook with macros is another kind of file
  if (!entries.has('xl/workbook.xml') || !entries.has('[Content_Types].xml') || entries.has('xl/vbaProject.bin'))
    throw new FileRefusal('WORKBOOK_INVALID');
  return [...entries.values()];
}

/** A part that is larger than in its directory is aborted. */
async function inflated(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      size += (chunk as Buffer).length;
      if (size > entry.uncompressedSize) throw new FileRefusal('WORKBOOK_TOO_HEAVY');
      chunks.push(chunk as Buffer);
    }
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('too many bytes'))
      throw new FileRefusal('WORKBOOK_TOO_HEAVY', {}, { cause: error });
    return unreadable(error);
  }
  return Buffer.concat(chunks, size);
}

function unreadable(error: unknown): never {
  throw error instanceof FileRefusal ? error : new FileRefusal('WORKBOOK_UNREADABLE', {}, { cause: error });
}

/**
 * The same parts as a plain archive, not packed: its reader finds what was checked, and not what another way of reading the original might
 * find in it.
 */
export function packed(parts: ReadonlyMap<string, Buffer>): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, data] of parts) {
    const path = Buffer.from(name);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0); // version
    head.writeUInt16LE(0x0800, 2); // names are UTF-8
    head.writeUInt16LE(0x21, 8); // 1980-01-01, the first day there is
    head.writeUInt32LE(crc32(data), 10);
    head.writeUInt32LE(data.length, 14);
    head.writeUInt32LE(data.length, 18);
    head.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head, path]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), head, tail, path);
    files.push(local, data);
    offset += local.length + data.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.size, 8);
  end.writeUInt16LE(parts.size, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, list, end]);
}
