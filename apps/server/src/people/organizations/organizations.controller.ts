import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { organizations } from '@headland/contracts/organization';
import { nearestAgencies } from './agency.reads';
import { Serve } from '../../platform/serve';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { ChangeOrganization } from './change-organization.command';
import { CreateOrganization } from './create-organization.command';
import { DeleteOrganization } from './delete-organization.command';
import {
  movePreview,
  organizationBranches,
  organizationDetail,
  organizationList,
  organizationTree,
} from './organization.reads';

/** Agencies offered to choose from: beyond this the tree is the better way. */
const mostNear = 50;
type Organizations = typeof organizations;

@Controller()
export class OrganizationsController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly commands: CommandBus,
  ) {}

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
    return nearestAgencies(this.database, caller.scope, query.lat, query.lon, mostNear);
  }

  @Serve(organizations.branches) branches(
    { query }: Parsed<Organizations['branches']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Organizations['branches']>> {
    return organizationBranches(this.database, caller.scope, query);
  }

  @Serve(organizations.list) list(
    { query }: Parsed<Organizations['list']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Organizations['list']>> {
    return organizationList(this.database, caller.scope, query);
  }

  @Serve(organizations.movePreview) movePreview(
    { params, query }: Parsed<Organizations['movePreview']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Organizations['movePreview']>> {
    return movePreview(this.database, caller, params.id, query.parentId);
  }

  @Serve(organizations.get) get(
    { params }: Parsed<Organizations['get']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Organizations['get']>> {
    return organizationDetail(this.database, caller, params.id);
  }

  @Serve(organizations.create) create(
    { body }: Parsed<Organizations['create']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Organizations['create']>> {
    return this.commands.execute(new CreateOrganization(body, caller));
  }

  @Serve(organizations.change) change(
    { params, body }: Parsed<Organizations['change']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Organizations['change']>> {
    return this.commands.execute(new ChangeOrganization(params.id, body, caller));
  }

  @Serve(organizations.delete) delete(
    { params }: Parsed<Organizations['delete']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Organizations['delete']>> {
    return this.commands.execute(new DeleteOrganization(params.id, caller));
  }
}
