import { Controller } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { organizations } from '@headland/contracts/organization';
import { Serve } from '../../platform/serve';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { nearestAgencies } from './agency.reads';
import { movePreview, organizationBranches, organizationTree } from './organization.reads';

/** Agencies offered to choose from: beyond this the tree is the better way. */
const maxNear = 50;
type Organizations = typeof organizations;

@Controller()
export class OrganizationsController {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  @Serve(organizations.tree) tree(
    _: Parsed<Organizations['tree']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Organizations['tree']>> {
    return organizationTree(this.database, caller.scope);
  }

  @Serve(organizations.nearest) nearest(
    { query }: Parsed<Organizations['nearest']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Organizations['nearest']>> {
    return nearestAgencies(this.database, caller.scope, query.lat, query.lon, maxNear);
  }

  @Serve(organizations.branches) branches(
    { query }: Parsed<Organizations['branches']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Organizations['branches']>> {
    return organizationBranches(this.database, caller.scope, query);
  }

  @Serve(organizations.movePreview) movePreview(
    { params, query }: Parsed<Organizations['movePreview']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Organizations['movePreview']>> {
    return movePreview(this.database, caller, params.id, query.parentId);
  }
}
