import { createHash } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { finished, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { refuseWithoutRoom } from './disk-room';
import { BackupProblem, manifestEntry } from './manifest';

/**
 * Table rows compress to a fifth at the fastest level; slower levels gain little and take processor time from the
 * running server.
 */
const compressionLevel = 1;
/** Bytes of content between two looks at the disk: the last back-up may have been much smaller. */
const lookEvery = 256 * 1024 * 1024;

/**
 * Writes a backup file: a zip, one entry after the other, with only a few buffers in memory. It has a temporary name
 * until it is complete and on disk, and only its owner may read it.
 */
export class ArchiveWriter {
  readonly checksums: Record<string, string> = {};
  private readonly zip = new ZipFile();
  private readonly written: Promise<void>;
  private readonly failed: Promise<never>;
  private unseen = 0;

  private constructor(
    private readonly path: string,
    private readonly partial: string,
    file: FileHandle,
  ) {
    this.written = pipeline(this.zip.outputStream, file.createWriteStream());
    this.failed = new Promise((_, fail) => {
      this.zip.on('error', fail);
      this.written.catch(fail);
    });
    this.failed.catch(() => undefined);
  }

  static async create(path: string): Promise<ArchiveWriter> {
    const partial = `${path}.partial`;
    const file = await open(partial, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw new BackupProblem(`${partial} cannot be written: ${error.message}`);
      throw new BackupProblem(
        `${partial} is there already: another back-up writes it, or one was killed. In the latter case remove it.`,
      );
    });
    return new ArchiveWriter(path, partial, file);
  }

  /** Returns the number of bytes; they are in the file's buffers by then. */
  async add(name: string, content: Buffer | AsyncIterable<Uint8Array>): Promise<number> {
    const hash = createHash('sha256');
    let bytes = 0;
    const look = (length: number): Promise<void> => this.lookAtDisk(length);
    const hashed = async function* (): AsyncGenerator<Uint8Array> {
      for await (const chunk of Buffer.isBuffer(content) ? [content] : content) {
        await look(chunk.length);
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    };
    const stream = Readable.from(hashed(), { objectMode: false });
    const read = new Promise<void>((done, fail) => finished(stream, (error) => (error ? fail(error) : done())));
    // an entry of unknown size may exceed 4 GB
    this.zip.addReadStream(stream, name, { compressionLevel, forceZip64Format: true, mode: 0o100600 });
    await Promise.race([read, this.failed]);
    this.checksums[name] = hash.digest('hex');
    return bytes;
  }

  private async lookAtDisk(length: number): Promise<void> {
    this.unseen += length;
    if (this.unseen < lookEvery) return;
    this.unseen = 0;
    await refuseWithoutRoom(this.path, 0);
  }

  /** The checksum of the manifest is the comment of the file. */
  async end(manifest: Buffer): Promise<void> {
    await this.add(manifestEntry, manifest);
    this.zip.end({ comment: commentOf(this.checksums[manifestEntry] ?? ''), forceZip64Format: false });
    await Promise.race([this.written, this.failed]);
    await sync(this.partial);
    await rename(this.partial, this.path);
    await sync(dirname(this.path));
  }

  async abandon(): Promise<void> {
    this.zip.outputStream.unpipe();
    (this.zip.outputStream as Readable).destroy();
    await this.written.catch(() => undefined);
    await rm(this.partial, { force: true });
  }
}

export const commentOf = (checksum: string): string => `Headland back-up, manifest SHA-256 ${checksum}`;

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
