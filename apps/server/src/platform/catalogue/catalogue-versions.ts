import type { CatalogueVersion } from '@headland/contracts/versioned-file';
import { Problem } from '../problem';
import type { Tx } from '../database/rows';

/**
 * A catalogue with versions: `table` holds the uploaded versions, `table`_use who chose which and when; a choice is
 * notified to all processes on a channel of that name. One version ships with the product.
 */
export interface Versioned {
  table: 'fault_catalogue' | 'test_catalogue' | 'program_profile' | 'injector_profile';
  /** its kind in the event log */
  screen: 'breakdown' | 'remote' | 'reProgram' | 'afterService';
  kind: 'faultCatalogue' | 'testCatalogue' | 'programProfile' | 'injectorProfile';
  shipped: number;
  chosen: (tx: Reader) => Promise<number>;
  /** a version as loaded; null: no such version */
  kept: (tx: Reader, version: number) => Promise<unknown>;
}
export type Reader = Pick<Tx, 'query'>;

/** Newest first, the shipped one last. */
export async function catalogueVersions(
  tx: Reader,
  { table, shipped, chosen }: Versioned,
): Promise<CatalogueVersion[]> {
  const present = await chosen(tx);
  const rows = await tx.query<VersionRow[]>(
    `SELECT c.version, c.file_name, c.loaded_at, c.loaded_by_name, c.changes, u.at AS used_at, u.by_name AS used_by
     FROM (SELECT version, file_name, loaded_at, loaded_by_name, changes FROM ${table} UNION ALL SELECT $1::integer, NULL, NULL, NULL, '[]') c
     LEFT JOIN LATERAL (SELECT at, by_name FROM ${table}_use WHERE version = c.version ORDER BY id DESC LIMIT 1) u ON true
     ORDER BY c.loaded_at IS NULL, c.version DESC`,
    [shipped],
  );
  return rows.map((r) => ({
    version: r.version,
    fileName: r.file_name,
    loadedAt: r.loaded_at?.toISOString() ?? null,
    loadedBy: r.loaded_by_name,
    inUse: r.version === present,
    usedAt: r.used_at?.toISOString() ?? null,
    usedBy: r.used_by,
    changes: r.changes,
  }));
}

/** Throws NOT_FOUND. */
export async function catalogueVersion(tx: Reader, catalogue: Versioned, version: number): Promise<CatalogueVersion> {
  const found = (await catalogueVersions(tx, catalogue)).find((v) => v.version === version);
  if (found === undefined) throw new Problem('NOT_FOUND');
  return found;
}

interface VersionRow {
  version: number;
  file_name: string | null;
  loaded_at: Date | null;
  loaded_by_name: string | null;
  changes: CatalogueVersion['changes'];
  used_at: Date | null;
  used_by: string | null;
}
