import { createHash } from 'node:crypto';
import type { ReceivedFile } from '@headland/contracts/endpoint';
import type { CatalogueVersion } from '@headland/contracts/versioned-file';
import type { Tx } from '../database/rows';
import type { Emit } from '../event-log/change';
import { Problem } from '../problem';
import type { Caller } from '../caller';
import { catalogueVersion, type Versioned } from './catalogue-versions';
import type { FileRefusal } from './refused-with';
import { lockVersions } from './use-version.tx';

interface Loaded {
  file: ReceivedFile;
  /** its parsed content */
  json: unknown;
  /** its differences from the version in use */
  changes: (inUse: unknown) => CatalogueVersion['changes'];
  /** the error if it is stored already */
  same: 'PROFILE_SAME' | 'TEST_CATALOGUE_SAME';
  by: Caller;
}

/**
 * Stores a file unchanged as the next version of its catalogue. The shipped version counts as stored; any other is
 * stored once.
 */
export async function keepVersion(
  tx: Tx,
  emit: Emit,
  catalogue: Versioned,
  { file, json, changes: changesTo, same, by }: Loaded,
): Promise<CatalogueVersion> {
  const { table, screen, kind, shipped, kept, chosen } = catalogue;
  await lockVersions(tx, catalogue);
  const sha256 = hashOf(json);
  const [duplicate] = await tx.query<{ version: number }[]>(`SELECT version FROM ${table} WHERE sha256 = $1`, [sha256]);
  if (duplicate !== undefined) throw new Problem(same, { version: duplicate.version });
  if (hashOf(await kept(tx, shipped)) === sha256) throw new Problem(same, { version: shipped });
  const changes = changesTo(await kept(tx, await chosen(tx)));
  const [last] = await tx.query<{ version: number | null }[]>(`SELECT max(version) AS version FROM ${table}`);
  const version = Math.max(shipped, last?.version ?? 0) + 1;
  await tx.query(
    `INSERT INTO ${table} (version, file, sha256, file_name, changes, loaded_by, loaded_by_name) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      version,
      // the content gets the number under which it is stored
      JSON.stringify({ ...(json as object), version }),
      sha256,
      file.name.replaceAll(/\p{Cc}/gu, ' '),
      JSON.stringify(changes),
      by.userId,
      by.name,
    ],
  );
  const logged = changes.map(({ code, fields }) => ({ field: code, from: null, to: fields.join(', ') }));
  emit(
    'record.created',
    { screen, kind, id: String(version), name: `v${version}`, changes: logged },
    { organizationId: null },
  );
  return catalogueVersion(tx, catalogue, version);
}

/** Throws `refused` for invalid JSON. */
export function jsonOf({ bytes }: ReceivedFile, refused: FileRefusal): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new Problem(refused, { n: 1, problems: (error as Error).message });
  }
}

/** Of the content without its version, which is assigned on storing. */
const hashOf = (json: unknown): string => {
  const { version: _, ...content } = json as Record<string, unknown>;
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
};
