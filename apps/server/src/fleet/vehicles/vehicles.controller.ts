import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { vehicles } from '@headland/contracts/vehicle';
import { Serve } from '../../platform/serve';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { ChangeVehicle } from './change-vehicle.command';
import { DealerChange } from './dealer-change.reads';
import { lastStart } from './remote-start';
import { StartRemotely } from './start-remotely.command';
import { VehicleHours } from '../../maintenance/hours/vehicle-hours.reads';
import { VehicleRelated } from './vehicle-related.reads';
import { VehiclePast } from './vehicle-past.reads';
import { mustSee, VehicleReads } from './vehicle.reads';

@Controller()
export class VehiclesController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly reads: VehicleReads,
    private readonly past: VehiclePast,
    private readonly engine: VehicleHours,
    private readonly related: VehicleRelated,
    private readonly dealers: DealerChange,
    private readonly commands: CommandBus,
  ) {}

  @Serve(vehicles.list)
  list({ query }: Parsed<typeof vehicles.list>, @CurrentCaller() caller: Caller): Promise<Reply<typeof vehicles.list>> {
    return this.reads.list(query, caller);
  }

  @Serve(vehicles.counts)
  counts(_: Parsed<typeof vehicles.counts>, @CurrentCaller() caller: Caller): Promise<Reply<typeof vehicles.counts>> {
    return this.reads.counts(caller.scope);
  }

  @Serve(vehicles.models)
  models(_: Parsed<typeof vehicles.models>, @CurrentCaller() caller: Caller): Promise<Reply<typeof vehicles.models>> {
    return this.reads.models(caller.scope);
  }

  @Serve(vehicles.people)
  people(
    { query }: Parsed<typeof vehicles.people>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof vehicles.people>> {
    return this.dealers.people(query.dealerId, query.text, caller.scope);
  }

  @Serve(vehicles.get)
  get({ params }: Parsed<typeof vehicles.get>, @CurrentCaller() caller: Caller): Promise<Reply<typeof vehicles.get>> {
    return this.reads.get(params.id, caller);
  }

  @Serve(vehicles.customer)
  customer(
    { params }: Parsed<typeof vehicles.customer>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof vehicles.customer>> {
    return this.reads.customer(params.id, caller);
  }

  @Serve(vehicles.recent)
  recent(
    { params }: Parsed<typeof vehicles.recent>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof vehicles.recent>> {
    return this.past.recent(params.id, caller);
  }

  @Serve(vehicles.days)
  days(
    { params, query }: Parsed<typeof vehicles.days>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof vehicles.days>> {
    return this.past.days(params.id, query.month, caller);
  }

  @Serve(vehicles.track)
  track(
    { params, query }: Parsed<typeof vehicles.track>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof vehicles.track>> {
    return this.past.track(params.id, query.day, caller);
  }

  @Serve(vehicles.faults)
  faults(
    { params }: Parsed<typeof vehicles.faults>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof vehicles.faults>> {
    return this.past.faults(params.id, caller.scope);
  }

  @Serve(vehicles.history)
  history(
    { params, query }: Parsed<typeof vehicles.history>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof vehicles.history>> {
    return this.past.history(params.id, query, caller);
  }
  @Serve(vehicles.hours)
  async hours(
    { params }: Parsed<typeof vehicles.hours>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof vehicles.hours>> {
    await mustSee(this.database, caller.scope, params.id);
    return this.engine.hours(params.id, caller);
  }

  @Serve(vehicles.sos)
  sos({ params }: Parsed<typeof vehicles.sos>, @CurrentCaller() caller: Caller): Promise<Reply<typeof vehicles.sos>> {
    return this.related.sos(params.id, caller.scope);
  }

  @Serve(vehicles.consumables)
  consumables(
    { params }: Parsed<typeof vehicles.consumables>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof vehicles.consumables>> {
    return this.related.consumables(params.id, caller.scope);
  }

  @Serve(vehicles.ownership)
  ownership(
    { params }: Parsed<typeof vehicles.ownership>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof vehicles.ownership>> {
    return this.related.ownership(params.id, caller.scope);
  }

  @Serve(vehicles.installations)
  installations(
    { params }: Parsed<typeof vehicles.installations>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof vehicles.installations>> {
    return this.related.installations(params.id, caller.scope);
  }

  @Serve(vehicles.change)
  change(
    { params, body }: Parsed<typeof vehicles.change>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof vehicles.change>> {
    return this.commands.execute(new ChangeVehicle(params.id, body, caller));
  }

  @Serve(vehicles.dealerPreview)
  dealerPreview(
    { params, query }: Parsed<typeof vehicles.dealerPreview>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof vehicles.dealerPreview>> {
    return this.dealers.preview(params.id, query.dealerId, caller.scope);
  }

  @Serve(vehicles.remoteStart)
  remoteStart(
    { params, body }: Parsed<typeof vehicles.remoteStart>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof vehicles.remoteStart>> {
    return this.commands.execute(new StartRemotely(params.id, body.command, caller));
  }

  @Serve(vehicles.lastStart)
  async lastStart(
    { params }: Parsed<typeof vehicles.lastStart>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof vehicles.lastStart>> {
    await mustSee(this.database, caller.scope, params.id);
    return lastStart(this.database, params.id);
  }
}
