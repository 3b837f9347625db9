import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Problem } from '../problem';
import { type Bytes, isFileId, keyOf, parts, type StaleBlob, type Part, type BlobStore } from './blob-store';

/** A directory shared by all processes. */
export class FolderBlobStore implements BlobStore {
  constructor(private readonly folder: string) {}

  async put(id: string, part: Part, bytes: Bytes): Promise<number> {
    const path = this.pathOf(id, part);
    const partial = `${path}.part`;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    try {
      await pipeline(
        Readable.from(bytes instanceof Uint8Array ? [bytes] : bytes),
        createWriteStream(partial, { mode: 0o600 }),
      );
      await rename(partial, path);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
    return (await stat(path)).size;
  }

  read(id: string, part: Part): Promise<Buffer> {
    return readFile(this.pathOf(id, part)).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new Problem('NOT_FOUND', {}, undefined, { cause: error }) : error;
    });
  }

  stream(id: string): Readable {
    return createReadStream(this.pathOf(id, 'full'));
  }

  async remove(id: string): Promise<void> {
    for (const part of parts) {
      const path = this.pathOf(id, part);
      await rm(path, { force: true });
      // of a process that died while it wrote
      await rm(`${path}.part`, { force: true });
    }
  }

  async *stale(before: Date): AsyncGenerator<StaleBlob[]> {
    for (const folder of await namesIn(this.folder)) {
      const found: StaleBlob[] = [];
      for (const name of await namesIn(join(this.folder, folder))) {
        const key = `${folder}/${name}`;
        const stats = await stat(join(this.folder, key)).catch(() => null);
        if (stats?.isFile() && stats.mtime < before)
          found.push({ key, id: name.split('.')[0] ?? '', unfinished: name.endsWith('.part') });
      }
      yield found;
    }
  }

  drop(key: string): Promise<void> {
    return rm(join(this.folder, key), { force: true });
  }

  private pathOf(id: string, part: Part): string {
    if (!isFileId(id)) throw new Problem('NOT_FOUND');
    return join(this.folder, keyOf(id, part));
  }
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);
