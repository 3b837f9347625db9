import { Controller, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import {
  customerFleetClients as ofCustomer,
  type FleetClient,
  organizationFleetClients as ofOrganization,
} from '@headland/contracts/fleet-client';
import { CLOCK, type Clock } from '../../platform/clock';
import { Serve } from '../../platform/serve';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { CreateFleetClient } from './create-fleet-client.command';
import { fleetClientsOf } from './fleet-client.reads';
import { mustSeeOwner, type Owner } from './fleet-owner.tx';
import { RevokeFleetClient } from './revoke-fleet-client.command';
import { RotateFleetSecret } from './rotate-fleet-secret.command';

type OfCustomer = typeof ofCustomer;
type OfOrganization = typeof ofOrganization;
const customer = (id: number): Owner => ({ kind: 'customer', id });
const organization = (id: number): Owner => ({ kind: 'organization', id });

/** Staff give clients of the Fleet API to customers and organizations, and take them back. */
@Controller()
export class FleetClientsController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    private readonly commands: CommandBus,
  ) {}

  @Serve(ofCustomer.list) ofCustomer(
    { params }: Parsed<OfCustomer['list']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<OfCustomer['list']>> {
    return this.list(caller, customer(params.id));
  }

  @Serve(ofCustomer.create) createForCustomer(
    { params, body }: Parsed<OfCustomer['create']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<OfCustomer['create']>> {
    return this.commands.execute(new CreateFleetClient(customer(params.id), body, caller));
  }

  @Serve(ofCustomer.rotate) rotateOfCustomer(
    { params }: Parsed<OfCustomer['rotate']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<OfCustomer['rotate']>> {
    return this.commands.execute(new RotateFleetSecret(customer(params.id), params.client, caller));
  }

  @Serve(ofCustomer.revoke) revokeOfCustomer(
    { params }: Parsed<OfCustomer['revoke']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<OfCustomer['revoke']>> {
    return this.commands.execute(new RevokeFleetClient(customer(params.id), params.client, caller));
  }

  @Serve(ofOrganization.list) ofOrganization(
    { params }: Parsed<OfOrganization['list']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<OfOrganization['list']>> {
    return this.list(caller, organization(params.id));
  }

  @Serve(ofOrganization.create) createForOrganization(
    { params, body }: Parsed<OfOrganization['create']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<OfOrganization['create']>> {
    return this.commands.execute(new CreateFleetClient(organization(params.id), body, caller));
  }

  @Serve(ofOrganization.rotate) rotateOfOrganization(
    { params }: Parsed<OfOrganization['rotate']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<OfOrganization['rotate']>> {
    return this.commands.execute(new RotateFleetSecret(organization(params.id), params.client, caller));
  }

  @Serve(ofOrganization.revoke) revokeOfOrganization(
    { params }: Parsed<OfOrganization['revoke']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<OfOrganization['revoke']>> {
    return this.commands.execute(new RevokeFleetClient(organization(params.id), params.client, caller));
  }

  private async list(caller: Caller, owner: Owner): Promise<FleetClient[]> {
    await mustSeeOwner(this.database, caller, owner);
    return fleetClientsOf(this.database, owner.kind, owner.id, this.now());
  }
}
