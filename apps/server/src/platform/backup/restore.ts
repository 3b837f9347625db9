import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Config } from '../config';
import { createDatabase } from '../database/create-database';
import { openBlobStore } from '../files/file-store';
import type { BlobStore } from '../files/blob-store';
import { ArchiveReader } from './archive-reader';
import { dataFiles } from './back-up';
import { connect, schemaLock } from './dump-database';
import { flashKeyFile, Keys, keysOf, keyNames, writeKeys, writeSecret } from './keys';
import { checkSchema, loadDatabase } from './load-database';
import { BackupProblem, dataEntry, keysEntry, type Manifest, tableEntry } from './manifest';

export interface RestoreOptions {
  /** Replaces an existing installation. */
  overwrite: boolean;
  /** Directory for the keys, one file each. */
  keysTo: string | null;
  print: (line: string) => void;
}

/**
 * Restores a backup into an empty installation or in place of another. Nothing is changed before the whole file was
 * read and verified. Files come first: without a row they are orphans, which are swept; then rows and keys, in one
 * commit.
 */
export async function restore(config: Config, path: string, options: RestoreOptions): Promise<Manifest> {
  const { print } = options;
  print(`Into ${targetOf(config)}`);
  const archive = await ArchiveReader.open(path);
  try {
    const { manifest } = archive;
    checkSchema(manifest.migrations);
    await archive.check();
    print(`${path}: of ${manifest.createdAt}, whole and as it was written`);
    if (options.keysTo !== null) await tryKeysFolder(options.keysTo);
    await createDatabase(config.DATABASE_URL);
    const lock = await connect(config.DATABASE_URL);
    try {
      await lock.query(`SELECT ${schemaLock}`);
      await loadDatabase(config, manifest, {
        overwrite: options.overwrite,
        rowsOf: (table) => archive.stream(tableEntry(table)),
        beforeLoad: () => restoreFiles(archive, openBlobStore(config)),
        beforeCommit: () => restoreKeys(archive, config, options),
      });
    } finally {
      await lock.end();
    }
    print(
      `${manifest.tables.length} tables, ${manifest.tables.reduce((sum, t) => sum + t.rows, 0)} rows, ${manifest.files.count} files`,
    );
    return manifest;
  } finally {
    archive.close();
  }
}

/** A shell without the settings of the installation restores elsewhere: whoever does it sees where. */
function targetOf({ DATABASE_URL, DATA_DIR, S3_URL }: Config): string {
  const { host, pathname, username, searchParams } = new URL(DATABASE_URL);
  const name = decodeURIComponent(pathname.slice(1) || username);
  const files = S3_URL === undefined ? '' : ', files into the bucket of S3_URL';
  return `the database ${name} at ${host || searchParams.get('host') || 'this machine'} and the folder ${resolve(DATA_DIR)}${files}`;
}

/** The keys are written last: that they cannot be is said before hours of loading. */
async function tryKeysFolder(folder: string): Promise<void> {
  const probe = join(folder, '.written');
  try {
    await writeSecret(probe, '');
    await rm(probe);
  } catch (error) {
    throw new BackupProblem(`The keys cannot be written to ${folder}: ${(error as Error).message}`);
  }
}

async function restoreFiles(archive: ArchiveReader, blobs: BlobStore): Promise<void> {
  for (const name of archive.names()) {
    const [, id, variant] = /^files\/([\w-]{22})(?:\.(medium|thumb))?$/u.exec(name) ?? [];
    if (id !== undefined)
      await blobs.put(id, variant === 'medium' || variant === 'thumb' ? variant : 'full', await archive.stream(name));
  }
}

async function restoreKeys(archive: ArchiveReader, config: Config, { keysTo, print }: RestoreOptions): Promise<void> {
  const keys = Keys.parse(JSON.parse((await buffer(await archive.stream(keysEntry))).toString('utf8')));
  if (keysTo !== null) await writeKeys(keys, keysTo);
  for (const name of dataFiles) {
    if (archive.has(dataEntry(name)))
      await writeSecret(join(config.DATA_DIR, name), await buffer(await archive.stream(dataEntry(name))));
  }
  const { FLASH_SIGNING_KEY: flashKey } = keys;
  if (config.FLASH_SIGNING_KEY === undefined && flashKey !== undefined) {
    const file = flashKeyFile(config.DATA_DIR);
    if (existsSync(file)) print(`${file} is replaced by the key of the back-up`);
    await writeSecret(file, flashKey);
  }
  const now = keysOf(config);
  const others = keyNames.filter((name) => keys[name] !== undefined && keys[name].trim() !== now[name]?.trim());
  const given = others.filter((name) => now[name] !== undefined);
  if (given.length > 0)
    print(`This process is given other keys than the back-up holds (${given.join(', ')}): set those of the back-up.`);
  if (keysTo === null && others.length > 0)
    print(`Not brought back: ${others.join(', ')}. --keys <folder> writes the keys of the back-up there.`);
}
