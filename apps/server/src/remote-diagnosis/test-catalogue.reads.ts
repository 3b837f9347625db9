import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Streamed } from '@headland/contracts/endpoint';
import type { CatalogueVersion } from '@headland/contracts/fault-catalogue';
import { Problem } from '../platform/problem';
import { shippedTestVersion, testFileOf, testVersionInUse } from './test-catalogue-in-use';

/** Versions of the test catalogue. */
@Injectable()
export class TestCatalogueReads {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  versions(): Promise<CatalogueVersion[]> {
    return testVersions(this.database);
  }

  async file(version: number): Promise<Streamed> {
    const file = await testFileOf(this.database, version);
    if (file === null) throw new Problem('NOT_FOUND');
    return { name: `test-catalogue_v${version}.json`, bytes: new TextEncoder().encode(`${JSON.stringify(file, null, 2)}\n`) };
  }
}

/** Newest first, the shipped one last. */
async function testVersions(tx: Pick<DataSource, 'query'>): Promise<CatalogueVersion[]> {
  const present = await testVersionInUse(tx);
  const rows = await tx.query<VersionRow[]>(
    `SELECT c.version, c.file_name, c.loaded_at, c.loaded_by_name, c.changes, u.at AS used_at, u.by_name AS used_by
     FROM (SELECT version, file_name, loaded_at, loaded_by_name, changes FROM test_catalogue UNION ALL SELECT $1::integer, NULL, NULL, NULL, '[]') c
     LEFT JOIN LATERAL (SELECT at, by_name FROM test_catalogue_use WHERE version = c.version ORDER BY id DESC LIMIT 1) u ON true
     ORDER BY c.loaded_at IS NULL, c.version DESC`,
    [shippedTestVersion],
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
export async function testVersion(tx: Pick<DataSource, 'query'>, version: number): Promise<CatalogueVersion> {
  const found = (await testVersions(tx)).find((v) => v.version === version);
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
