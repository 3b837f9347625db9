import type { Readable } from 'node:stream';

/** Smaller variants of an image: `medium` of 800 px, `thumb` of 320 px. */
export const parts = ['full', 'medium', 'thumb'] as const;
export type Part = (typeof parts)[number];
export type Bytes = Uint8Array | AsyncIterable<Uint8Array>;
/** A blob older than a given time: the file it belongs to, and whether its upload never finished. */
export interface StaleBlob {
  key: string;
  id: string;
  unfinished: boolean;
}

/**
 * Where the bytes of files are stored, by the id of their row: a directory, or a bucket. Ids are random text of ours;
 * anything else is not found.
 */
export interface BlobStore {
  /** Atomic; returns the number of bytes. */
  put(id: string, part: Part, bytes: Bytes): Promise<number>;
  /** Throws Problem NOT_FOUND. */
  read(id: string, part: Part): Promise<Buffer>;
  stream(id: string): Readable;
  /** All variants; idempotent. */
  remove(id: string): Promise<void>;
  /** Everything written before that moment, in batches. */
  stale(before: Date): AsyncIterable<readonly StaleBlob[]>;
  drop(key: string): Promise<void>;
}

const form = /^[\w-]{22}$/u;
export const isFileId = (id: string): boolean => form.test(id);
/** `ab/abcdef…`, the same in every store: a directory can be copied into a bucket and back. */
export const keyOf = (id: string, part: Part): string => `${id.slice(0, 2)}/${id}${part === 'full' ? '' : `.${part}`}`;
