import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { appVehicles } from '@headland/contracts/owner-transfer';
import { IssuePathToken } from '../app-members/issue-path-token.command';
import { Serve } from '../../platform/serve';
import { CurrentCustomer, type AppCaller } from '../../platform/caller';
import { AppTrips } from './app-trips.reads';
import { AppVehicleReads } from './app-vehicle.reads';
import { mustOwn } from './own-time.reads';

type Vehicles = typeof appVehicles;

@Controller()
export class AppVehiclesController {
  constructor(
    private readonly reads: AppVehicleReads,
    private readonly past: AppTrips,
    @InjectDataSource() private readonly database: DataSource,
    private readonly commands: CommandBus,
  ) {}

  @Serve(appVehicles.list) list(
    _: Parsed<Vehicles['list']>,
    @CurrentCustomer() caller: AppCaller,
  ): Promise<Reply<Vehicles['list']>> {
    return this.reads.list(caller);
  }

  @Serve(appVehicles.faults) faults(
    { params, query }: Parsed<Vehicles['faults']>,
    @CurrentCustomer() caller: AppCaller,
  ): Promise<Reply<Vehicles['faults']>> {
    return this.reads.faults(params.id, query, caller);
  }

  @Serve(appVehicles.sos) sos(
    { params, query }: Parsed<Vehicles['sos']>,
    @CurrentCustomer() caller: AppCaller,
  ): Promise<Reply<Vehicles['sos']>> {
    return this.reads.sos(params.id, query, caller);
  }

  @Serve(appVehicles.days) days(
    { params, query }: Parsed<Vehicles['days']>,
    @CurrentCustomer() caller: AppCaller,
  ): Promise<Reply<Vehicles['days']>> {
    return this.past.days(params.id, query.month, caller);
  }

  @Serve(appVehicles.trips) trips(
    { params, query }: Parsed<Vehicles['trips']>,
    @CurrentCustomer() caller: AppCaller,
  ): Promise<Reply<Vehicles['trips']>> {
    return this.past.trips(params.id, query.day, caller);
  }

  @Serve(appVehicles.pathToken) async pathToken(
    { params }: Parsed<Vehicles['pathToken']>,
    @CurrentCustomer() caller: AppCaller,
  ): Promise<Reply<Vehicles['pathToken']>> {
    await mustOwn(this.database, params.id, caller);
    return this.commands.execute(new IssuePathToken(params.id, caller));
  }

  @Serve(appVehicles.tripsByPath) tripsByPath(
    { params, query }: Parsed<Vehicles['tripsByPath']>,
    @CurrentCustomer() caller: AppCaller,
  ): Promise<Reply<Vehicles['tripsByPath']>> {
    return this.past.trips(params.vinId, query.day, caller);
  }

  @Serve(appVehicles.consumables) consumables(
    { params }: Parsed<Vehicles['consumables']>,
    @CurrentCustomer() caller: AppCaller,
  ): Promise<Reply<Vehicles['consumables']>> {
    return this.reads.consumables(params.id, caller);
  }

  @Serve(appVehicles.repairs) repairs(
    { params, query }: Parsed<Vehicles['repairs']>,
    @CurrentCustomer() caller: AppCaller,
  ): Promise<Reply<Vehicles['repairs']>> {
    return this.reads.repairs(params.id, query, caller);
  }
}
