import type { Readable } from 'node:stream';

/** `thumb`: the small picture of a picture. */
export type Part = 'full' | 'thumb';
export type Bytes = Uint8Array | AsyncIterable<Uint8Array>;
/** Something that lies on a shelf since long: the file it belongs to, and whether it was never finished. */
export interface StaleBlob {
  key: string;
  id: string;
  unfinished: boolean;
}

/** Where the bytes of files lie, by the id of their row: a folder, or a bucket. Ids are our own random text; anything else is not found. */
export interface BlobStore {
  /** Complete or not at all; answers how many bytes. */
  put(id: string, part: Part, bytes: Bytes): Promise<number>;
  /** Throws Problem NOT_FOUND. */
  read(id: string, part: Part): Promise<Buffer>;
  stream(id: string): Readable;
  /** All parts; what is gone already is fine. */
  remove(id: string): Promise<void>;
  /** Everything that was written before that moment, some at a time. */
  stale(before: Date): AsyncIterable<readonly StaleBlob[]>;
  drop(key: string): Promise<void>;
}

const form = /^[\w-]{22}$/u;
export const isFileId = (id: string): boolean => form.test(id);
/** `ab/abcdef…`, the same on every shelf: what was in a folder can be copied into a bucket, and back. */
export const keyOf = (id: string, part: Part): string => `${id.slice(0, 2)}/${id}${part === 'thumb' ? '.thumb' : ''}`;
