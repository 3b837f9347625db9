import type { CatalogueVersion } from '@headland/contracts/versioned-file';
import type { Tx } from '../database/rows';
import type { Emit } from '../event-log/change';
import { Problem } from '../problem';
import type { Caller } from '../caller';
import { catalogueVersion, type Versioned } from './catalogue-versions';

/** Versions are uploaded and chosen one after the other. */
export const lockVersions = async (tx: Tx, { table }: Versioned): Promise<void> =>
  void (await tx.query(`LOCK TABLE ${table}_use IN EXCLUSIVE MODE`));

interface Wanted {
  version: number;
  /** the version that the caller saw in use */
  before: number;
  by: Caller;
  /** throws for a version that a process would reject: it may have been stored under older rules */
  check: (kept: unknown) => unknown;
}

/**
 * Switches every process to this version at the commit. Throws NOT_FOUND, and CHANGED_MEANWHILE if another version is
 * in use than the caller saw.
 */
export async function useVersion(
  tx: Tx,
  emit: Emit,
  catalogue: Versioned,
  { version, before, by, check }: Wanted,
): Promise<CatalogueVersion> {
  const { table, screen, kind, kept, chosen } = catalogue;
  await lockVersions(tx, catalogue);
  const file = await kept(tx, version);
  if (file === null) throw new Problem('NOT_FOUND');
  const present = await chosen(tx);
  if (present !== before) throw new Problem('CHANGED_MEANWHILE', await lastUse(tx, table));
  if (present === version) return catalogueVersion(tx, catalogue, version);
  check(file);
  await tx.query(`INSERT INTO ${table}_use (version, by_user, by_name) VALUES ($1, $2, $3)`, [
    version,
    by.userId,
    by.name,
  ]);
  await tx.query('SELECT pg_notify($1, $2)', [table, String(version)]);
  const changes = [{ field: 'inUse', from: `v${present}`, to: `v${version}` }];
  emit('record.changed', { screen, kind, id: String(version), name: `v${version}`, changes }, { organizationId: null });
  return catalogueVersion(tx, catalogue, version);
}

async function lastUse(tx: Tx, table: Versioned['table']): Promise<{ by: string; at: string } | Record<string, never>> {
  const [last] = await tx.query<{ at: Date; by_name: string | null }[]>(
    `SELECT at, by_name FROM ${table}_use ORDER BY id DESC LIMIT 1`,
  );
  return last === undefined ? {} : { by: last.by_name ?? '', at: last.at.toISOString() };
}
