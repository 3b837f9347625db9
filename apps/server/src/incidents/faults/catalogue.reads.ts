import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Reply, Streamed } from '@headland/contracts/endpoint';
import type { catalogue, CatalogueGap } from '@headland/contracts/fault-catalogue';
import type { CatalogueVersion } from '@headland/contracts/versioned-file';
import { catalogueVersions } from '../../platform/catalogue/catalogue-versions';
import { Problem } from '../../platform/problem';
import { CatalogueInUse, faultVersions, recordsOf } from './catalogue-in-use';

/** More unknown codes than this mean that a machine of another make is connected. */
const maxGaps = 500;

/** Versions of the fault catalogue, and codes it lacks. */
@Injectable()
export class CatalogueReads {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly present: CatalogueInUse,
  ) {}

  versions(): Promise<CatalogueVersion[]> {
    return catalogueVersions(this.database, faultVersions);
  }

  inUse(): Reply<typeof catalogue.inUse> {
    const { version, catalogue: list } = this.present.now;
    return { version, records: list.records };
  }

  async file(version: number): Promise<Streamed> {
    const records = await recordsOf(this.database, version);
    if (records === null) throw new Problem('NOT_FOUND');
    return {
      name: `fault-catalogue_v${version}.json`,
      bytes: new TextEncoder().encode(`${JSON.stringify(records, null, 2)}\n`),
    };
  }

  async gaps(): Promise<CatalogueGap[]> {
    const rows = await this.database.query<
      (Omit<CatalogueGap, 'firstAt' | 'lastAt'> & { first_at: Date; last_at: Date })[]
    >(
      `SELECT code, spn, fmi, sum(count)::int AS count, count(DISTINCT COALESCE(vehicle_id::text, device_id))::int AS vehicles, min(occurred_at) AS first_at, max(last_at) AS last_at
       FROM fault_report WHERE NOT known GROUP BY code, spn, fmi ORDER BY sum(count) DESC, code LIMIT ${maxGaps}`,
    );
    return rows.map(({ first_at, last_at, ...r }) => ({
      ...r,
      firstAt: first_at.toISOString(),
      lastAt: last_at.toISOString(),
    }));
  }
}
