import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Streamed } from '@headland/contracts/endpoint';
import type { CatalogueVersion } from '@headland/contracts/versioned-file';
import { catalogueVersions } from '../../platform/catalogue/catalogue-versions';
import { Problem } from '../../platform/problem';
import { testFileOf, testVersions } from './test-catalogue-in-use';

/** Versions of the test catalogue. */
@Injectable()
export class TestCatalogueReads {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  versions(): Promise<CatalogueVersion[]> {
    return catalogueVersions(this.database, testVersions);
  }

  async file(version: number): Promise<Streamed> {
    const file = await testFileOf(this.database, version);
    if (file === null) throw new Problem('NOT_FOUND');
    return {
      name: `test-catalogue_v${version}.json`,
      bytes: new TextEncoder().encode(`${JSON.stringify(file, null, 2)}\n`),
    };
  }
}
