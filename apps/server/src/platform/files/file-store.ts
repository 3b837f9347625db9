import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { CONFIG, type Config } from '../config';
import { returning, type Tx } from '../database/rows';
import { Problem } from '../problem';
import { memberId, type Caller } from '../caller';
import { S3BlobStore } from './s3-blob-store';
import { FolderBlobStore } from './folder-blob-store';
import type { Bytes, Part, BlobStore } from './blob-store';

export type FileKind = 'image' | 'upload' | 'export' | 'program';
export interface StoredFile {
  id: string;
  kind: FileKind;
  name: string;
  type: string;
  bytes: number;
  width: number | null;
  height: number | null;
  createdBy: number | null;
  /** a record references it */
  kept: boolean;
}
interface NewFile {
  kind: FileKind;
  name: string;
  type: string;
  createdBy: number | null;
  width?: number;
  height?: number;
  /** part of a record from the start; otherwise it is swept after a day unless `keep` is called */
  kept?: boolean;
}

type Variants = Partial<Record<Exclude<Part, 'full'>, Uint8Array>>;

export const openBlobStore = ({ S3_URL, DATA_DIR }: Pick<Config, 'S3_URL' | 'DATA_DIR'>): BlobStore =>
  S3_URL === undefined ? new FolderBlobStore(join(DATA_DIR, 'files')) : new S3BlobStore(S3_URL);

export const newFileId = (): string => randomBytes(16).toString('base64url');

/**
 * The object store: a directory (`DATA_DIR/files`) shared by all api and jobs processes, or the bucket of `S3_URL`.
 * Bytes are complete before their row exists, so that a row never names half a file; bytes without a row are swept.
 */
@Injectable()
export class FileStore {
  private readonly blobs: BlobStore;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) config: Config,
  ) {
    this.blobs = openBlobStore(config);
  }

  /**
   * Stores bytes or a stream, with smaller variants if it is an image; returns the id. A failure leaves nothing behind. Who writes for long names the id
   * before, so that another process can remove what this one has left when it dies.
   */
  async put(file: NewFile, bytes: Bytes, variants: Variants = {}, id = newFileId()): Promise<string> {
    let size: number;
    try {
      for (const part of ['medium', 'thumb'] as const)
        if (variants[part]) await this.blobs.put(id, part, variants[part]);
      size = await this.blobs.put(id, 'full', bytes);
    } catch (error) {
      // if the store is away it cannot delete either: the sweep does
      await this.blobs.remove(id).catch(() => undefined);
      throw error;
    }
    await this.database.query(
      'INSERT INTO stored_file (id, kind, name, type, bytes, width, height, created_by, kept) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
      [
        id,
        file.kind,
        file.name,
        file.type,
        size,
        file.width ?? null,
        file.height ?? null,
        file.createdBy,
        file.kept ?? false,
      ],
    );
    return id;
  }

  /** Throws Problem NOT_FOUND for an unknown id, or one of another kind. */
  async find(id: string, kind: FileKind): Promise<StoredFile> {
    const [row] = await this.database.query<StoredFile[]>(
      'SELECT id, kind, name, type, bytes, width, height, created_by AS "createdBy", kept FROM stored_file WHERE id = $1 AND kind = $2',
      [id, kind],
    );
    if (row === undefined) throw new Problem('NOT_FOUND');
    return row;
  }

  /** An image from before there was a variant of 800 px has none. */
  read(id: string, size: Part = 'full'): Promise<Buffer> {
    const read = this.blobs.read(id, size);
    return size === 'medium' ? read.catch((error: unknown) => this.orWhole(id, error)) : read;
  }

  /** Null where nothing is stored under this id. A store that cannot be read throws: its bytes may well be there. */
  async readIfStored(id: string): Promise<Buffer | null> {
    try {
      return await this.read(id);
    } catch (error) {
      if (isNotStored(error)) return null;
      throw error;
    }
  }

  private orWhole(id: string, error: unknown): Promise<Buffer> {
    if (isNotStored(error)) return this.blobs.read(id, 'full');
    throw error;
  }

  stream(id: string): Readable {
    return this.blobs.stream(id);
  }

  /** Row and bytes; idempotent. */
  async remove(id: string): Promise<void> {
    await this.database.query('DELETE FROM stored_file WHERE id = $1', [id]);
    await this.blobs.remove(id);
  }

  /**
   * Deletes files that no record references since `before`, and bytes without a row since then, as a crashed process
   * leaves them. Returns how many.
   */
  async sweep(before: Date): Promise<{ files: number; orphans: number }> {
    const rows = await this.database.query<{ id: string }[]>(
      'SELECT id FROM stored_file WHERE NOT kept AND created_at < $1 ORDER BY created_at LIMIT 10000',
      [before],
    );
    let files = 0;
    for (const { id } of rows) {
      if (!(await this.deleteUnreferenced(id))) continue;
      await this.blobs.remove(id);
      files++;
    }
    let orphans = 0;
    for await (const found of this.blobs.stale(before)) {
      const known = await this.database.query<{ id: string }[]>('SELECT id FROM stored_file WHERE id = ANY($1)', [
        [...new Set(found.map((f) => f.id))],
      ]);
      const ids = new Set(known.map((k) => k.id));
      for (const { key } of found.filter((f) => f.unfinished || !ids.has(f.id))) {
        await this.blobs.drop(key);
        orphans++;
      }
    }
    return { files, orphans };
  }

  /**
   * Deletes the row of an unreferenced file. A record that references it at this moment wins, or is refused because it is
   * gone.
   */
  private async deleteUnreferenced(id: string): Promise<boolean> {
    try {
      return (
        (await returning(this.database, 'DELETE FROM stored_file WHERE id = $1 AND NOT kept RETURNING id', [id]))
          .length > 0
      );
    } catch (error) {
      if ((error as { driverError?: { code?: string } }).driverError?.code === '23503') return false;
      throw error;
    }
  }
}

const isNotStored = (error: unknown): boolean => error instanceof Problem && error.code === 'NOT_FOUND';

/**
 * Attaches a file to a record, in the transaction of its change. Throws Problem E0001 at `field` for a missing file.
 */
export async function keepFile(tx: Tx, id: string, kind: FileKind, field: string): Promise<void> {
  const [, count] = (await tx.query('UPDATE stored_file SET kept = true WHERE id = $1 AND kind = $2', [id, kind])) as [
    unknown,
    number,
  ];
  if (count === 0) throw new Problem('E0001', {}, { [field]: 'field.unknown' });
}

/** Attaches an image that its writer has uploaded and no other record uses. Throws Problem E0001 at `field`. */
export async function keepOwnImage(tx: Tx, id: string, by: Caller, field: string): Promise<void> {
  const [own] = await tx.query<unknown[]>(
    'SELECT 1 FROM stored_file WHERE id = $1 AND created_by = $2 AND NOT kept FOR UPDATE',
    [id, memberId(by)],
  );
  if (own === undefined) throw new Problem('E0001', {}, { [field]: 'field.unknown' });
  await keepFile(tx, id, 'image', field);
}

/** Detaches a file from its record: swept within a day. */
export async function dropFile(tx: Tx, id: string): Promise<void> {
  await tx.query('UPDATE stored_file SET kept = false, created_at = now() WHERE id = $1', [id]);
}
