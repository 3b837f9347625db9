import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Streamed } from '@headland/contracts/endpoint';
import type { CatalogueVersion } from '@headland/contracts/versioned-file';
import { catalogueVersions } from '../../platform/catalogue/catalogue-versions';
import { Problem } from '../../platform/problem';
import { profileKinds, type ProfileName } from './profile-kinds';

/** Versions of the profiles. */
@Injectable()
export class ProfileReads {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  versions(name: ProfileName): Promise<CatalogueVersion[]> {
    return catalogueVersions(this.database, profileKinds[name]);
  }

  async file(name: ProfileName, version: number): Promise<Streamed> {
    const file = await profileKinds[name].kept(this.database, version);
    if (file === null) throw new Problem('NOT_FOUND');
    return {
      name: `${name}-profile_v${version}.json`,
      bytes: new TextEncoder().encode(`${JSON.stringify(file, null, 2)}\n`),
    };
  }
}
