/**
 * Motorola S-records, parsed record by record: each line's checksum and length, the record count, and overlapping
 * bytes. Parsing stops at the first wrong line and reports its number and the problem.
 */
export const s19Faults = [
  'empty',
  'notARecord',
  'type',
  'length',
  'checksum',
  'overlap',
  'count',
  'afterEnd',
  'noEnd',
  'noData',
  'mixed',
  'endAddress',
  'header',
  'tooManyRecords',
] as const;
export type S19Fault = (typeof s19Faults)[number];
export interface Segment {
  /** first address and bytes */
  from: number;
  bytes: number;
}
export type S19 = {
  ok: true;
  /** text of the header record; null if there is none */
  header: string | null;
  records: number;
  dataBytes: number;
  /** neighbouring records merged, by address */
  segments: Segment[];
  startAddress: number;
  /**
   * the first line whose addresses have another width than those before it, as some tools write them; null: one width
   */
  mixedAt: number | null;
};
export interface S19Problem {
  ok: false;
  /** from 1; 0: the file as a whole */
  line: number;
  fault: S19Fault;
}

/** Address bytes by record type. S4 is reserved. */
const addressBytes: Readonly<Record<string, number>> = { 0: 2, 1: 2, 2: 3, 3: 4, 5: 2, 6: 3, 7: 4, 8: 3, 9: 2 };
const maxRecords = 2_000_000;

/** `bytes` is the file as uploaded: text of one byte per character, lines ended by LF or CR LF. */
export function parseS19(bytes: Uint8Array): S19 | S19Problem {
  const bad = (line: number, fault: S19Fault): S19Problem => ({ ok: false, line, fault });
  const runs: Segment[] = [];
  let header: string | null = null;
  let [lines, records, dataBytes, startAddress] = [0, 0, 0, 0];
  let [ended, dataType, countedAt] = [false, 0, 0];
  let mixedAt: number | null = null;
  for (const { line, text } of linesOf(bytes)) {
    lines = line;
    if (line > maxRecords) return bad(line, 'tooManyRecords');
    const record = readRecord(text);
    if (typeof record === 'string') return bad(line, record);
    if (ended) return bad(line, 'afterEnd');
    const { type, address, data } = record;
    if (type === 0) {
      if (line !== 1) return bad(line, 'header');
      header = latin1(data);
    } else if (type <= 3) {
      if (dataType !== 0 && dataType !== type) mixedAt ??= line;
      // an empty one is a count record with a flipped bit
      if (data.length === 0) return bad(line, 'length');
      dataType = type;
      records++;
      dataBytes += data.length;
      // the last record of a width may extend beyond its last address: the bytes continue there
      if (address + data.length > 2 ** 32) return bad(line, 'endAddress');
      const last = runs.at(-1);
      // the usual case: the record continues the previous one
      if (last !== undefined && last.from + last.bytes === address) last.bytes += data.length;
      else runs.push({ from: address, bytes: data.length });
    } else if (type <= 6) {
      if (address !== records) return bad(line, 'count');
      countedAt = line;
    } else {
      // its width is that of the start address, which may differ from that of the data; an end record whose address is
      // the number of records, without a count record: a count with a wrong type
      if (countedAt === 0 && records > 0 && address === records) return bad(line, 'count');
      ended = true;
      startAddress = address;
    }
  }
  if (lines === 0) return bad(0, 'empty');
  // some tools end with the count: then nothing can be missing
  if (!ended && countedAt !== lines) return bad(lines, 'noEnd');
  if (dataBytes === 0) return bad(lines, 'noData');
  const segments = joined(runs);
  // fewer addresses than bytes: some byte is written twice
  if (segments.reduce((sum, s) => sum + s.bytes, 0) !== dataBytes) return bad(firstOverlap(bytes, segments), 'overlap');
  return { ok: true, header, records, dataBytes, segments, startAddress, mixedAt };
}

/**
 * A program as a maker's tool writes it, with 32-bit addresses: for tests and the demo. `header` is one byte per
 * character.
 */
export function writeS19(header: string, data: Uint8Array, from = 0x8000_0000): string {
  const lines = [
    writeRecord(
      0,
      2,
      0,
      Uint8Array.from(header, (c) => c.charCodeAt(0)),
    ),
  ];
  for (let at = 0; at < data.length; at += 32) lines.push(writeRecord(3, 4, from + at, data.subarray(at, at + 32)));
  return `${[...lines, writeRecord(7, 4, from)].join('\n')}\n`;
}

function writeRecord(type: number, width: number, address: number, data: Uint8Array = new Uint8Array()): string {
  const bytes = [
    width + data.length + 1,
    ...Array.from({ length: width }, (_, i) => Math.floor(address / 256 ** (width - 1 - i)) & 0xff),
    ...data,
  ];
  bytes.push(~bytes.reduce((all, b) => all + b, 0) & 0xff);
  return `S${type}${bytes.map((b) => b.toString(16).toUpperCase().padStart(2, '0')).join('')}`;
}

/** The first line that overwrites a byte of an earlier line. */
function firstOverlap(bytes: Uint8Array, segments: readonly Segment[]): number {
  const written = segments.map((s) => new Uint8Array(s.bytes));
  for (const { line, text } of linesOf(bytes)) {
    const record = readRecord(text);
    if (typeof record === 'string' || record.type === 0 || record.type > 3) continue;
    const index = indexOf(segments, record.address);
    const from = record.address - (segments[index]?.from ?? 0);
    const place = written[index]?.subarray(from, from + record.data.length);
    if (place?.includes(1)) return line;
    place?.fill(1);
  }
  return 0;
}

/** Index of the segment of an address: the last that begins at or before it. */
function indexOf(segments: readonly Segment[], address: number): number {
  let [low, high] = [0, segments.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((segments[middle]?.from ?? 0) <= address) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Sorted by address, adjacent and overlapping ones merged. */
function joined(runs: readonly Segment[]): Segment[] {
  const list: Segment[] = [];
  for (const { from, bytes } of [...runs].sort((a, b) => a.from - b.from)) {
    const last = list.at(-1);
    if (last !== undefined && from <= last.from + last.bytes)
      last.bytes = Math.max(last.bytes, from + bytes - last.from);
    else list.push({ from, bytes });
  }
  return list;
}

/** Lines from 1; the empty rest after the last line break does not count. */
function* linesOf(bytes: Uint8Array): Generator<{ line: number; text: Uint8Array }> {
  for (let at = 0, line = 1; at < bytes.length; line++) {
    const { to, next } = endOfLine(bytes, at);
    yield { line, text: bytes.subarray(at, to) };
    at = next;
  }
}

function endOfLine(bytes: Uint8Array, from: number): { to: number; next: number } {
  const lf = bytes.indexOf(0x0a, from);
  const to = lf < 0 ? bytes.length : lf;
  // a CR at the very end is a corrupted LF
  return { to: lf > from && bytes[to - 1] === 0x0d ? to - 1 : to, next: lf < 0 ? bytes.length : lf + 1 };
}

function readRecord(text: Uint8Array): { type: number; address: number; data: Uint8Array } | S19Fault {
  if (text[0] !== 0x53 || text.length < 2) return 'notARecord';
  const type = (text[1] ?? 0) - 0x30;
  const width = addressBytes[type];
  if (width === undefined) return 'type';
  const digits = text.length - 2;
  if (digits % 2 !== 0) return 'length';
  const bytes = new Uint8Array(digits / 2);
  for (let i = 0; i < bytes.length; i++) {
    const [high, low] = [nibble(text[2 + 2 * i]), nibble(text[3 + 2 * i])];
    if (high < 0 || low < 0) return 'notARecord';
    bytes[i] = high * 16 + low;
  }
  const count = bytes[0];
  if (count === undefined || count !== bytes.length - 1 || count < width + 1) return 'length';
  // the ones' complement of the sum of count, address and data
  if ((bytes.reduce((sum, b) => sum + b, 0) & 0xff) !== 0xff) return 'checksum';
  let address = 0;
  for (let i = 1; i <= width; i++) address = address * 256 + (bytes[i] ?? 0);
  const data = bytes.subarray(1 + width, bytes.length - 1);
  return type >= 5 && data.length > 0 ? 'length' : { type, address, data };
}

/** Upper case only: a lower-case digit has a flipped bit. */
const nibble = (c: number | undefined): number =>
  c === undefined ? -1 : c >= 0x30 && c <= 0x39 ? c - 0x30 : c >= 0x41 && c <= 0x46 ? c - 0x37 : -1;
const latin1 = (bytes: Uint8Array): string => Array.from(bytes, (b) => String.fromCharCode(b)).join('');
