import { createHash } from 'node:crypto';
import type { ReceivedFile } from '@headland/contracts/endpoint';
import type { CatalogueVersion } from '@headland/contracts/fault-catalogue';
import type { Tx } from '../database/rows';
import type { Emit } from '../event-log/change';
import { Problem } from '../problem';
import type { Caller } from '../caller';
import { catalogueVersion, type Versioned } from './catalogue-versions';
import { lockVersions } from './use-version.tx';

interface Loaded {
  file: ReceivedFile;
  /** what it says, checked */
  json: unknown;
  /** what reads differently in it than in the file that is in use */
  changes: (inUse: unknown) => CatalogueVersion['changes'];
  /** how it is refused where it is kept already */
  same: 'PROFILE_SAME' | 'TEST_CATALOGUE_SAME';
  by: Caller;
}

/** Keeps a file whole, as the next version of its catalogue. What ships is kept already; any other is kept once. */
export async function keepVersion(
  tx: Tx,
  emit: Emit,
  catalogue: Versioned,
  { file, json, changes: changesTo, same, by }: Loaded,
): Promise<CatalogueVersion> {
  const { table, screen, kind, shipped, kept, chosen } = catalogue;
  await lockVersions(tx, catalogue);
  const sha256 = hashOf(json);
  const [twin] = await tx.query<{ version: number }[]>(`SELECT version FROM ${table} WHERE sha256 = $1`, [sha256]);
  if (twin !== undefined) throw new Problem(same, { version: twin.version });
  if (hashOf(await kept(tx, shipped)) === sha256) throw new Problem(same, { version: shipped });
  const changes = changesTo(await kept(tx, await chosen(tx)));
  const [last] = await tx.query<{ version: number | null }[]>(`SELECT max(version) AS version FROM ${table}`);
  const version = Math.max(shipped, last?.version ?? 0) + 1;
  await tx.query(
    `INSERT INTO ${table} (version, file, sha256, file_name, changes, loaded_by, loaded_by_name) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      version,
      // the number on what is read by it is the one that it is kept under
      JSON.stringify({ ...(json as object), version }),
      sha256,
      file.name.replaceAll(/\p{Cc}/gu, ' '),
      JSON.stringify(changes),
      by.userId,
      by.name,
    ],
  );
  const told = changes.map(({ code, fields }) => ({ field: code, from: null, to: fields.join(', ') }));
  emit(
    'record.created',
    { screen, kind, id: String(version), name: `v${version}`, changes: told },
    { organizationId: null },
  );
  return catalogueVersion(tx, catalogue, version);
}

/** Throws `refused` for what is no JSON. */
export function jsonOf({ bytes }: ReceivedFile, refused: 'PROFILE_REFUSED' | 'TEST_CATALOGUE_REFUSED'): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new Problem(refused, { n: 1, problems: (error as Error).message });
  }
}

/** Of what the file says; its version is not part of it, for it is given by whoever keeps it. */
const hashOf = (json: unknown): string => {
  const { version: _, ...says } = json as Record<string, unknown>;
  return createHash('sha256').update(JSON.stringify(says)).digest('hex');
};
