import { once } from 'node:events';
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { databaseTime } from '../clock';
import type { Config } from '../config';
import { openBlobStore } from '../files/file-store';
import { ArchiveWriter } from './archive-writer';
import { refuseWithoutRoom } from './disk-room';
import { DatabaseSnapshot } from './dump-database';
import { keysOf } from './keys';
import { backupFormat, dataEntry, fileEntry, keysEntry, type Manifest, tableEntry, type TableDump } from './manifest';

/** Small files of the data directory that a start from a checkout needs to continue. */
export const dataFiles = ['demo.json', 'fleet.json'];

export interface BackupOptions {
  withFiles: boolean;
  print: (line: string) => void;
}

/** Writes database, files and keys of a running installation into one file. Returns what was written. */
export async function backUp(config: Config, path: string, { withFiles, print }: BackupOptions): Promise<Manifest> {
  const createdAt = databaseTime().toISOString();
  const snapshot = await DatabaseSnapshot.take(config.DATABASE_URL);
  try {
    await refuseWithoutRoom(path, await snapshot.lastBytes().catch(() => 0));
    const archive = await ArchiveWriter.create(path);
    try {
      const migrations = await snapshot.migrations();
      const sequences = await snapshot.sequences();
      const tables = await addTables(archive, snapshot, print);
      const files = withFiles
        ? await addFiles(archive, snapshot, config, print)
        : { included: false, count: 0, bytes: 0, missing: [] };
      const keys = keysOf(config);
      await archive.add(keysEntry, Buffer.from(JSON.stringify(keys)));
      await addDataFiles(archive, config.DATA_DIR);
      const manifest: Manifest = {
        format: backupFormat,
        createdAt,
        postgres: snapshot.postgres,
        migrations,
        tables,
        sequences,
        files,
        keys: Object.keys(keys),
        checksums: { ...archive.checksums },
      };
      await archive.end(Buffer.from(JSON.stringify(manifest, null, 1)));
      // the file is whole: a note that fails does not make it less
      await snapshot.noteBackup(statSync(path).size).catch((error: unknown) => {
        print(
          `The database did not take a note of it (${(error as Error).message}): its age will be reported wrongly.`,
        );
      });
      return manifest;
    } catch (error) {
      await archive.abandon();
      throw error;
    }
  } finally {
    await snapshot.end();
  }
}

async function addTables(
  archive: ArchiveWriter,
  snapshot: DatabaseSnapshot,
  print: BackupOptions['print'],
): Promise<TableDump[]> {
  const tables: TableDump[] = [];
  for (const table of await snapshot.tables()) {
    const rows = await snapshot.copy(table, (stream) => archive.add(tableEntry(table.name), stream));
    if (rows === null) print(`${table.name} was dropped meanwhile and is left out`);
    else tables.push({ ...table, rows });
  }
  print(`${tables.length} tables, ${tables.reduce((sum, t) => sum + t.rows, 0)} rows`);
  return tables;
}

/**
 * The bytes of a file never change, and they are complete before its row exists: every file of the snapshot is there,
 * unless it was deleted since.
 */
async function addFiles(
  archive: ArchiveWriter,
  snapshot: DatabaseSnapshot,
  config: Config,
  print: BackupOptions['print'],
): Promise<Manifest['files']> {
  const blobs = openBlobStore(config);
  const files: Manifest['files'] = { included: true, count: 0, bytes: 0, missing: [] };
  for await (const { id, kind } of snapshot.files()) {
    const bytes = await opened(blobs.stream(id));
    if (bytes === null) {
      files.missing.push(id);
      continue;
    }
    files.bytes += await archive.add(fileEntry(id, 'full'), bytes);
    files.count++;
    if (kind !== 'image') continue;
    for (const part of ['medium', 'thumb'] as const) {
      const variant = await blobs.read(id, part).catch(nullIfMissing);
      if (variant !== null) await archive.add(fileEntry(id, part), variant);
    }
  }
  print(
    `${files.count} files, ${files.bytes} bytes${files.missing.length === 0 ? '' : `; ${files.missing.length} were removed meanwhile`}`,
  );
  return files;
}

async function opened(stream: Readable): Promise<Readable | null> {
  try {
    await once(stream, 'readable');
    return stream;
  } catch (error) {
    return nullIfMissing(error);
  }
}

function nullIfMissing(error: unknown): null {
  if (['ENOENT', 'NOT_FOUND'].includes((error as { code?: string }).code ?? '')) return null;
  throw error;
}

async function addDataFiles(archive: ArchiveWriter, dataDir: string): Promise<void> {
  for (const name of dataFiles) {
    const bytes = await readFile(join(dataDir, name)).catch(nullIfMissing);
    if (bytes !== null) await archive.add(dataEntry(name), bytes);
  }
}
