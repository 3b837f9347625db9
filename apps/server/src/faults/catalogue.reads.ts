import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Streamed } from '@headland/contracts/endpoint';
import type { CatalogueGap, CatalogueVersion } from '@headland/contracts/fault-catalogue';
import { Problem } from '../platform/problem';
import { recordsOf } from './catalogue-in-use';

/** Beyond this many unknown codes somebody has connected a machine of another make. */
const mostGaps = 500;

/** Versions of the fault catalogue, and the codes that it lacks. */
@Injectable()
export class CatalogueReads {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  versions(): Promise<CatalogueVersion[]> {
    return catalogueVersions(this.database);
  }

  async file(version: number): Promise<Streamed> {
    const records = await recordsOf(this.database, version);
    if (records === null) throw new Problem('NOT_FOUND');
    return { name: `fault-catalogue_v${version}.json`, bytes: new TextEncoder().encode(`${JSON.stringify(records, null, 2)}\n`) };
  }

  async gaps(): Promise<CatalogueGap[]> {
    const rows = await this.database.query<(Omit<CatalogueGap, 'firstAt' | 'lastAt'> & { first_at: Date; last_at: Date })[]>(
      `SELECT code, spn, fmi, sum(count)::int AS count, count(DISTINCT COALESCE(vehicle_id::text, device_id))::int AS vehicles, min(occurred_at) AS first_at, max(last_at) AS last_at
       FROM fault_report WHERE NOT known GROUP BY code, spn, fmi ORDER BY sum(count) DESC, code LIMIT ${mostGaps}`,
    );
    return rows.map(({ first_at, last_at, ...r }) => ({ ...r, firstAt: first_at.toISOString(), lastAt: last_at.toISOString() }));
  }
}

/** Newest first, the shipped one last. */
export async function catalogueVersions(tx: Pick<DataSource, 'query'>): Promise<CatalogueVersion[]> {
  const rows = await tx.query<VersionRow[]>(
    `WITH present AS (SELECT COALESCE((SELECT version FROM fault_catalogue_use ORDER BY id DESC LIMIT 1), 0) AS version)
     SELECT c.version, c.file_name, c.loaded_at, c.loaded_by_name, c.changes, c.version = present.version AS in_use, u.at AS used_at, u.by_name AS used_by
     FROM (SELECT version, file_name, loaded_at, loaded_by_name, changes FROM fault_catalogue UNION ALL SELECT 0, NULL, NULL, NULL, '[]') c CROSS JOIN present
     LEFT JOIN LATERAL (SELECT at, by_name FROM fault_catalogue_use WHERE version = c.version ORDER BY id DESC LIMIT 1) u ON true ORDER BY c.version DESC`,
  );
  return rows.map((r) => ({
    version: r.version,
    fileName: r.file_name,
    loadedAt: r.loaded_at?.toISOString() ?? null,
    loadedBy: r.loaded_by_name,
    inUse: r.in_use,
    usedAt: r.used_at?.toISOString() ?? null,
    usedBy: r.used_by,
    changes: r.changes,
  }));
}

/** Throws NOT_FOUND. */
export async function catalogueVersion(tx: Pick<DataSource, 'query'>, version: number): Promise<CatalogueVersion> {
  const found = (await catalogueVersions(tx)).find((v) => v.version === version);
  if (found === undefined) throw new Problem('NOT_FOUND');
  return found;
}

interface VersionRow {
  version: number;
  file_name: string | null;
  loaded_at: Date | null;
  loaded_by_name: string | null;
  changes: CatalogueVersion['changes'];
  in_use: boolean;
  used_at: Date | null;
  used_by: string | null;
}
