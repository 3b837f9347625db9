import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { commentOf } from './archive-writer';
import { backupFormat, BackupProblem, Manifest, manifestEntry } from './manifest';

/** Reads a backup file. Its content is trusted only after `check`. */
export class ArchiveReader {
  private constructor(
    private readonly path: string,
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
    readonly manifest: Manifest,
  ) {}

  static async open(path: string): Promise<ArchiveReader> {
    const zip = await yauzl.openPromise(path, { autoClose: false }).catch((error: unknown) => {
      throw new BackupProblem(`${path} is no back-up, or was cut short: ${(error as Error).message}`);
    });
    try {
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
      const entry = entries.get(manifestEntry);
      if (entry === undefined)
        throw new BackupProblem(`${path} is no back-up of Headland: it holds no ${manifestEntry}.`);
      const bytes = await buffer(await zip.openReadStreamPromise(entry)).catch((error: unknown) => {
        throw new BackupProblem(`${path} is damaged: ${manifestEntry} cannot be read (${(error as Error).message}).`);
      });
      if (zip.comment !== commentOf(createHash('sha256').update(bytes).digest('hex')))
        throw new BackupProblem(`${path} is damaged: ${manifestEntry} is not what was written.`);
      return new ArchiveReader(path, zip, entries, read(path, bytes));
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  /** Reads the whole file once and verifies that every entry of the manifest exists with its checksum. */
  async check(): Promise<void> {
    for (const [name, checksum] of Object.entries(this.manifest.checksums)) {
      const hash = createHash('sha256');
      try {
        for await (const chunk of await this.stream(name)) hash.update(chunk as Buffer);
      } catch (error) {
        throw new BackupProblem(`${this.path} is damaged: ${name} cannot be read (${(error as Error).message}).`);
      }
      if (hash.digest('hex') !== checksum)
        throw new BackupProblem(`${this.path} is damaged: ${name} is not what was written.`);
    }
  }

  has(name: string): boolean {
    return this.entries.has(name);
  }

  names(): string[] {
    return Object.keys(this.manifest.checksums);
  }

  async stream(name: string): Promise<Readable> {
    const entry = this.entries.get(name);
    if (entry === undefined) throw new BackupProblem(`${this.path} is damaged: ${name} is missing.`);
    return this.zip.openReadStreamPromise(entry);
  }

  close(): void {
    this.zip.close();
  }
}

function read(path: string, bytes: Buffer): Manifest {
  const json = JSON.parse(bytes.toString('utf8')) as { format?: unknown };
  if (typeof json.format === 'number' && json.format > backupFormat)
    throw new BackupProblem(
      `${path} was written by a younger release: its format is ${json.format}, this release reads ${backupFormat}. Restore it with that release.`,
    );
  const parsed = Manifest.safeParse(json);
  if (!parsed.success)
    throw new BackupProblem(
      `${path} cannot be read: ${parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`).join('; ')}`,
    );
  return parsed.data;
}
