import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { CONFIG, type Config } from '../config';
import { returning, type Tx } from '../database/rows';
import { Problem } from '../problem';

export type FileKind = 'image' | 'upload' | 'export';
export interface StoredFile {
  id: string;
  kind: FileKind;
  name: string;
  type: string;
  bytes: number;
  width: number | null;
  height: number | null;
  createdBy: number | null;
  /** a record has taken it */
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

/**
 * The object store: a folder (`DATA_DIR/files`) that all api and jobs processes share. Bytes are complete before their row exists, so that a row
 * never names half a file; a file without a row is swept.
 */
@Injectable()
export class FileStore {
  private readonly folder: string;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) config: Config,
  ) {
    this.folder = join(config.DATA_DIR, 'files');
  }

  /** Takes bytes, at once or as they come, and a small picture of them where there is one; answers the id. What fails half way leaves nothing. */
  async put(file: NewFile, bytes: Uint8Array | AsyncIterable<Uint8Array>, thumb?: Uint8Array): Promise<string> {
    const id = randomBytes(16).toString('base64url');
    const path = this.pathOf(id);
    const partial = `${path}.part`;
    await mkdir(this.folderOf(id), { recursive: true });
    try {
      if (thumb) await writeFile(thumbOf(path), thumb);
      await pipeline(Readable.from(bytes instanceof Uint8Array ? [bytes] : bytes), createWriteStream(partial));
      await rename(partial, path);
    } catch (error) {
      await discard(path);
      throw error;
    }
    const { size } = await stat(path);
    await this.database.query('INSERT INTO stored_file (id, kind, name, type, bytes, width, height, created_by, kept) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
      id,
      file.kind,
      file.name,
      file.type,
      size,
      file.width ?? null,
      file.height ?? null,
      file.createdBy,
      file.kept ?? false,
    ]);
    return id;
  }

  /** Throws Problem NOT_FOUND for an id that is not there, or of another kind. */
  async find(id: string, kind: FileKind): Promise<StoredFile> {
    const [row] = await this.database.query<StoredFile[]>(
      'SELECT id, kind, name, type, bytes, width, height, created_by AS "createdBy", kept FROM stored_file WHERE id = $1 AND kind = $2',
      [id, kind],
    );
    if (row === undefined) throw new Problem('NOT_FOUND');
    return row;
  }

  read(id: string, size: 'full' | 'thumb' = 'full'): Promise<Buffer> {
    return readFile(size === 'full' ? this.pathOf(id) : thumbOf(this.pathOf(id)));
  }

  stream(id: string): Readable {
    return createReadStream(this.pathOf(id));
  }

  /** Row and bytes; what is gone already is fine. */
  async remove(id: string): Promise<void> {
    await this.database.query('DELETE FROM stored_file WHERE id = $1', [id]);
    await discard(this.pathOf(id));
  }

  /**
   * Ends what no record took or keeps since `before`, and bytes that have lain without a row since then, as a process that died half way leaves
   * them. Answers how many went.
   */
  async sweep(before: Date): Promise<{ files: number; strays: number }> {
    const rows = await this.database.query<{ id: string }[]>('SELECT id FROM stored_file WHERE NOT kept AND created_at < $1 ORDER BY created_at LIMIT 10000', [before]);
    let files = 0;
    for (const { id } of rows) {
      if (!(await this.letGo(id))) continue;
      await discard(this.pathOf(id));
      files++;
    }
    let strays = 0;
    for await (const found of this.lyingAbout(before)) {
      await rm(found, { force: true });
      strays++;
    }
    return { files, strays };
  }

  /** Ends the row of one that nothing keeps. A record that takes it in this moment has it, or is told that it is gone; one that names it without having taken it holds it, too. */
  private async letGo(id: string): Promise<boolean> {
    try {
      return (await returning(this.database, 'DELETE FROM stored_file WHERE id = $1 AND NOT kept RETURNING id', [id])).length > 0;
    } catch (error) {
      if ((error as { driverError?: { code?: string } }).driverError?.code === '23503') return false;
      throw error;
    }
  }

  /** Paths of old bytes that no row names, and of those that were never finished. */
  private async *lyingAbout(before: Date): AsyncGenerator<string> {
    for (const folder of await namesIn(this.folder)) {
      const names = await namesIn(join(this.folder, folder));
      const known = await this.database.query<{ id: string }[]>('SELECT id FROM stored_file WHERE id = ANY($1)', [names.map((n) => n.split('.')[0])]);
      const ids = new Set(known.map((k) => k.id));
      for (const name of names) {
        if (ids.has(name.split('.')[0] ?? '') && !name.endsWith('.part')) continue;
        const path = join(this.folder, folder, name);
        const found = await stat(path).catch(() => null);
        if (found?.isFile() && found.mtime < before) yield path;
      }
    }
  }

  private folderOf(id: string): string {
    return join(this.folder, id.slice(0, 2));
  }

  /** Ids are our own random text, checked by schema at every door: none leads out of the folder. */
  private pathOf(id: string): string {
    if (!/^[\w-]{22}$/.test(id)) throw new Problem('NOT_FOUND');
    return join(this.folderOf(id), id);
  }
}

const thumbOf = (path: string): string => `${path}.thumb`;
const discard = async (path: string): Promise<void> => {
  for (const part of [path, thumbOf(path), `${path}.part`]) await rm(part, { force: true });
};
const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** A record takes a file, in the transaction of its change. Throws Problem E0001 at `field` for a file that is not there. */
export async function keepFile(tx: Tx, id: string, kind: FileKind, field: string): Promise<void> {
  const [, count] = (await tx.query('UPDATE stored_file SET kept = true WHERE id = $1 AND kind = $2', [id, kind])) as [unknown, number];
  if (count === 0) throw new Problem('E0001', {}, { [field]: 'field.unknown' });
}

/** A record lets go of one: swept within a day. */
export async function dropFile(tx: Tx, id: string): Promise<void> {
  await tx.query('UPDATE stored_file SET kept = false, created_at = now() WHERE id = $1', [id]);
}
