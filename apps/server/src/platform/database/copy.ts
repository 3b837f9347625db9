import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { EntityManager } from 'typeorm';
import type { Tx } from './rows';

/**
 * Streams the rows of a query as COPY writes them, some hundred at a time: fields in order, as PostgreSQL prints them,
 * '' for null. Several times as fast as a cursor, since nothing is parsed. For numbers, truth values (t, f) and fixed
 * words only: no text of people, which would have to be unescaped; and COPY has no parameters, so a caller puts its
 * own numbers into the query. Needs a transaction, as `rowsOf` does.
 */
export async function* copiedRows(tx: Tx, sql: string): AsyncGenerator<string[][], void, undefined> {
  let rest = '';
  for await (const chunk of copied(tx, `COPY (${sql}) TO STDOUT (NULL '')`)) {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    if (lines.length > 0) yield lines.map((line) => line.split('\t'));
  }
}

/**
 * Streams the rows of a query in COPY's binary form (PostgreSQL manual, COPY, "Binary Format"), for `BinaryRows`: some
 * hundred whole rows at a time. Numbers are neither printed nor parsed. As `copiedRows` in all else.
 */
export async function* copiedBinaryRows(tx: Tx, sql: string): AsyncGenerator<Buffer, void, undefined> {
  let rest: Buffer = Buffer.alloc(0);
  let headed = false;
  for await (const chunk of copied(tx, `COPY (${sql}) TO STDOUT (FORMAT binary)`)) {
    let buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    if (!headed && buffer.length >= headBytes) {
      buffer = buffer.subarray(headBytes);
      headed = true;
    }
    let end = 0;
    if (headed) for (let next = rowEnd(buffer, 0); next !== null; next = rowEnd(buffer, end)) end = next;
    rest = buffer.subarray(end);
    if (end > 0) yield buffer.subarray(0, end);
  }
}
/** signature, flags, length of an extension that has none */
const headBytes = 19;

/** Where the row that begins here ends; null: it is not whole, or the rows are over (a field count of -1). */
export function rowEnd(buffer: Buffer, from: number): number | null {
  if (from + 2 > buffer.length) return null;
  let fields = buffer.readInt16BE(from);
  if (fields < 0) return null;
  let at = from + 2;
  for (; fields > 0; fields--) {
    if (at + 4 > buffer.length) return null;
    at += 4 + Math.max(0, buffer.readInt32BE(at));
  }
  return at > buffer.length ? null : at;
}

/** Reads the fields of binary rows one after the other, in the order and by the types of the query. */
export class BinaryRows {
  private at = 0;
  constructor(private readonly buffer: Buffer) {}

  /** Goes to the next row; false: there is none. */
  next(): boolean {
    if (this.at >= this.buffer.length) return false;
    this.at += 2;
    return true;
  }

  int4(): number | null {
    const at = this.field();
    return at === null ? null : this.buffer.readInt32BE(at);
  }

  /** NaN for null */
  float4(): number {
    const at = this.field();
    return at === null ? NaN : this.buffer.readFloatBE(at);
  }

  float8(): number | null {
    const at = this.field();
    return at === null ? null : this.buffer.readDoubleBE(at);
  }

  bool(): boolean | null {
    const at = this.field();
    return at === null ? null : this.buffer[at] === 1;
  }

  /** A word of ASCII. */
  word(): string | null {
    const at = this.field();
    return at === null ? null : this.buffer.toString('latin1', at, this.at);
  }

  /** timestamptz in epoch ms */
  time(): number | null {
    const at = this.field();
    if (at === null) return null;
    const microseconds = this.buffer.readInt32BE(at) * 2 ** 32 + this.buffer.readUInt32BE(at + 4);
    return Math.round(microseconds / 1000) + epoch2000Ms;
  }

  /** Where the value of the next field begins; null: it has none. */
  private field(): number | null {
    const bytes = this.buffer.readInt32BE(this.at);
    const from = this.at + 4;
    this.at = from + Math.max(0, bytes);
    return bytes < 0 ? null : from;
  }
}
/** PostgreSQL counts from here. */
const epoch2000Ms = Date.UTC(2000, 0, 1);

async function* copied(tx: Tx, sql: string): AsyncGenerator<Buffer, void, undefined> {
  const runner = (tx as EntityManager).queryRunner;
  if (!runner?.isTransactionActive) throw new Error('COPY needs the connection of a transaction');
  const client = (await runner.connect()) as pg.PoolClient;
  const stream = client.query(copyTo(sql));
  try {
    yield* stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } finally {
    // the connection is of use again when what it still sends has been read
    if (!stream.readableEnded && !stream.destroyed) {
      stream.resume();
      await finished(stream).catch(() => undefined);
    }
  }
}
