import { Controller } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { organizations } from '@headland/contracts/organization';
import { nearestAgencies } from '../alerts/surroundings.reads';
import { Serve } from '../platform/serve';
import { Who, type Caller } from '../platform/who';
import { organizationTree } from './organization.reads';

/** Agencies offered to choose from: beyond this the tree is the better way. */
const mostNear = 50;

@Controller()
export class OrganizationsController {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  @Serve(organizations.tree)
  tree(_: Parsed<typeof organizations.tree>, @Who() who: Caller): Promise<Reply<typeof organizations.tree>> {
    return organizationTree(this.database, who.scope);
  }

  @Serve(organizations.nearest)
  nearest({ query }: Parsed<typeof organizations.nearest>, @Who() who: Caller): Promise<Reply<typeof organizations.nearest>> {
    return nearestAgencies(this.database, who.scope, query.lat, query.lon, mostNear);
  }
}
