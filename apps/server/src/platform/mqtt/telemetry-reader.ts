import { limits, maxSamples, numberFields, tiltRange } from './telemetry-check';
import {
  engineWords,
  keepRows,
  keyWords,
  roomFor,
  slot,
  stride,
  workWords,
  type SlotName,
  type TelemetryRows,
} from './telemetry-rows';

/**
 * Reads telemetry from the bytes of its JSON into rows, without a text, an object or a number that would have to be
 * collected. Nine of ten messages are telemetry, and JSON.parse with all that it leaves behind is a third of what one
 * costs. Reads what terminals send; null for anything else, right or wrong: an unknown field, an escape, a word that is
 * not in the schema, a value out of its range, a second `samples`. JSON.parse and the schema decide about those, and a
 * property test holds both ways equal.
 */
export function readTelemetry(payload: Buffer): TelemetryRows | null {
  bytes = payload;
  at = 0;
  read = 0;
  boot = seq = ts = NaN;
  const count = readMessage() ? read : 0;
  bytes = none;
  if (count === 0) return null;
  const { values, from } = roomFor(count);
  for (let i = 0, end = count * stride; i < end; i++) values[from + i] = scratch[i] as number;
  keepRows(count);
  return { boot, seq, ts, values, from, count };
}

const none = Buffer.alloc(0);
/** What is read, and how far: one message at a time. */
let bytes: Buffer = none;
let at = 0;
/** The number that was read last, the fields of the message, its samples so far. */
let number = NaN;
let boot = NaN;
let seq = NaN;
let ts = NaN;
let read = 0;
const scratch = new Float64Array(maxSamples * stride);

const quote = 0x22;
const comma = 0x2c;
const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;
const nine = 0x39;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Fields with numbers first: their index is their slot. */
const numbers = numberFields.map(([name]) => name);
const fields = [...numbers, 'ts', 'engine', 'key', 'work', 'tilt', 'v', 'boot', 'seq', 'samples', 'x', 'y', 'z'];
const field = Object.fromEntries(fields.map((name, i) => [name, i])) as Record<string, number>;
const [fTs, fEngine, fKey, fWork, fTilt, fV, fBoot, fSeq, fSamples] = [
  'ts',
  'engine',
  'key',
  'work',
  'tilt',
  'v',
  'boot',
  'seq',
  'samples',
].map((name) => field[name] as number) as [number, number, number, number, number, number, number, number, number];
if (numbers.some((name, i) => slot[name as SlotName] !== i)) throw new Error('a number of a sample is not in its slot');
const [bootMin, bootMax] = limits.boot;
const [seqMin, seqMax] = limits.seq;
const [tsMin, tsMax] = limits.ts;
const [tiltMin, tiltMax] = tiltRange;
const least = Float64Array.from(numberFields, ([, min]) => min);
const greatest = Float64Array.from(numberFields, ([, , max]) => max);
const encoded = fields.map((name) => Buffer.from(name));
const tableSize = 1024;
/** Field by the hash of its name, -1 for none; the factor is one with which no two names have the same. */
const { factor, table } = perfectHash();

function perfectHash(): { factor: number; table: Int8Array } {
  for (let tried = 31; tried < 10_000; tried += 2) {
    const found = new Int8Array(tableSize).fill(-1);
    const places = encoded.map((name) => name.reduce((hash, byte) => (hash * tried + byte) & (tableSize - 1), 0));
    if (new Set(places).size < places.length) continue;
    places.forEach((place, i) => (found[place] = i));
    return { factor: tried, table: found };
  }
  throw new Error('no hash tells the fields of telemetry apart');
}

function readMessage(): boolean {
  skipSpace();
  if (bytes[at++] !== openBrace) return false;
  let seen = 0;
  do {
    skipSpace();
    const name = readName();
    if (name === fSamples) {
      if (read > 0 || !readSamples()) return false;
    } else if (name === fV) {
      if (!readNumber() || number !== 1) return false;
      seen |= 1;
    } else if (name === fBoot) {
      if (!readWhole(bootMin, bootMax)) return false;
      boot = number;
    } else if (name === fSeq) {
      if (!readWhole(seqMin, seqMax)) return false;
      seq = number;
    } else if (name === fTs) {
      if (!readWhole(tsMin, tsMax)) return false;
      ts = number;
    } else return false;
    skipSpace();
  } while (bytes[at++] === comma);
  if (bytes[at - 1] !== closeBrace) return false;
  skipSpace();
  return at === bytes.length && seen === 1 && boot === boot && seq === seq && ts === ts;
}

function readSamples(): boolean {
  if (bytes[at++] !== openBracket) return false;
  do {
    skipSpace();
    if (read === maxSamples || !readSample(read * stride)) return false;
    read++;
    skipSpace();
  } while (bytes[at++] === comma);
  return bytes[at - 1] === closeBracket;
}

function readSample(row: number): boolean {
  scratch.fill(NaN, row, row + stride);
  if (bytes[at++] !== openBrace) return false;
  do {
    skipSpace();
    const name = readName();
    if (name < 0) return false;
    if (name < least.length) {
      if (!readNumber() || !(number >= (least[name] as number) && number <= (greatest[name] as number))) return false;
      scratch[row + name] = number;
    } else if (name === fTs) {
      if (!readWhole(tsMin, tsMax)) return false;
      scratch[row + slot.ts] = number;
    } else if (name === fEngine) {
      if ((scratch[row + slot.engine] = readWord(engineBytes)) < 0) return false;
    } else if (name === fKey) {
      if ((scratch[row + slot.key] = readWord(keyBytes)) < 0) return false;
    } else if (name === fWork) {
      if ((scratch[row + slot.work] = readWord(workBytes)) < 0) return false;
    } else if (name === fTilt) {
      if (!readTilt(row)) return false;
    } else return false;
    skipSpace();
  } while (bytes[at++] === comma);
  if (bytes[at - 1] !== closeBrace) return false;
  return scratch[row + slot.ts] === scratch[row + slot.ts];
}

/** All three angles, in this order. */
function readTilt(row: number): boolean {
  if (bytes[at++] !== openBrace) return false;
  for (let axis = 0; axis < 3; axis++) {
    skipSpace();
    if (bytes[at] !== quote || bytes[at + 1] !== 0x78 + axis || bytes[at + 2] !== quote) return false;
    at += 3;
    if (!readColon() || !readNumber() || !(number >= tiltMin && number <= tiltMax)) return false;
    scratch[row + slot.tiltX + axis] = number;
    skipSpace();
    if (bytes[at++] !== (axis === 2 ? closeBrace : comma)) return false;
  }
  return true;
}

/** A name with its colon; its field, or -1 for one that is not of the protocol. */
function readName(): number {
  if (bytes[at++] !== quote) return -1;
  const from = at;
  let hash = 0;
  let byte = bytes[at];
  while (byte !== quote) {
    if (byte === undefined || byte === backslash) return -1;
    hash = (hash * factor + byte) & (tableSize - 1);
    byte = bytes[++at];
  }
  const found = table[hash] as number;
  const name = encoded[found];
  if (name === undefined || name.length !== at - from) return -1;
  for (let i = 0; i < name.length; i++) if (bytes[from + i] !== name[i]) return -1;
  at++;
  return readColon() ? found : -1;
}

function readColon(): boolean {
  skipSpace();
  if (bytes[at++] !== colon) return false;
  skipSpace();
  return true;
}

const bytesOf = (words: readonly string[]): Buffer[] => words.map((word) => Buffer.from(`"${word}"`));
const [engineBytes, keyBytes, workBytes] = [bytesOf(engineWords), bytesOf(keyWords), bytesOf(workWords)];
/** The place of a word among these; -1: another. */
function readWord(words: readonly Buffer[]): number {
  next: for (let w = 0; w < words.length; w++) {
    const word = words[w] as Buffer;
    for (let i = 0; i < word.length; i++) if (bytes[at + i] !== word[i]) continue next;
    at += word.length;
    return w;
  }
  return -1;
}

function readWhole(min: number, max: number): boolean {
  return readNumber() && number >= min && number <= max && Number.isSafeInteger(number);
}

/** Powers of ten that a double holds exactly. */
const powers = Float64Array.from({ length: 16 }, (_, i) => 10 ** i);
/**
 * A number of JSON. Up to 15 digits are exact in a double, and so is the power of ten that divides them, so the quotient is the
 * nearest double, as JSON.parse has it; longer ones and exponents are given to JSON.parse.
 */
function readNumber(): boolean {
  const from = at;
  const isNegative = bytes[at] === minus;
  if (isNegative) at++;
  const first = at;
  let whole = 0;
  let byte = bytes[at] as number;
  while (byte >= zero && byte <= nine) {
    whole = whole * 10 + (byte - zero);
    byte = bytes[++at] as number;
  }
  let digits = at - first;
  if (digits === 0 || (digits > 1 && bytes[first] === zero)) return false;
  let decimals = 0;
  if (byte === point) {
    const start = ++at;
    byte = bytes[at] as number;
    while (byte >= zero && byte <= nine) {
      whole = whole * 10 + (byte - zero);
      byte = bytes[++at] as number;
    }
    decimals = at - start;
    if (decimals === 0) return false;
    digits += decimals;
  }
  // e or E
  if ((byte | 0x20) === 0x65) return false;
  if (digits <= 15) {
    number = whole / (powers[decimals] as number);
    if (isNegative) number = -number;
  } else number = Number(bytes.toString('latin1', from, at));
  return true;
}

function skipSpace(): void {
  let byte = bytes[at];
  while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) byte = bytes[++at];
}
