import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { vehicles } from '@headland/contracts/vehicle';
import { Serve } from '../platform/serve';
import { Who, type Caller } from '../platform/who';
import { ChangeVehicle } from './change-vehicle.command';
import { DealerChange } from './dealer-change.reads';
import { lastStart } from './remote-start';
import { StartRemotely } from './start-remotely.command';
import { VehicleHours } from './vehicle-hours.reads';
import { VehiclePapers } from './vehicle-papers.reads';
import { VehiclePast } from './vehicle-past.reads';
import { mustSee, VehicleReads } from './vehicle.reads';

@Controller()
export class VehiclesController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly reads: VehicleReads,
    private readonly past: VehiclePast,
    private readonly engine: VehicleHours,
    private readonly papers: VehiclePapers,
    private readonly dealers: DealerChange,
    private readonly commands: CommandBus,
  ) {}

  @Serve(vehicles.list)
  list({ query }: Parsed<typeof vehicles.list>, @Who() who: Caller): Promise<Reply<typeof vehicles.list>> {
    return this.reads.list(query, who);
  }

  @Serve(vehicles.counts)
  counts(_: Parsed<typeof vehicles.counts>, @Who() who: Caller): Promise<Reply<typeof vehicles.counts>> {
    return this.reads.counts(who.scope);
  }

  @Serve(vehicles.models)
  models(_: Parsed<typeof vehicles.models>, @Who() who: Caller): Promise<Reply<typeof vehicles.models>> {
    return this.reads.models(who.scope);
  }

  @Serve(vehicles.people)
  people({ query }: Parsed<typeof vehicles.people>, @Who() who: Caller): Promise<Reply<typeof vehicles.people>> {
    return this.dealers.people(query.dealerId, query.text, who.scope);
  }

  @Serve(vehicles.get)
  get({ params }: Parsed<typeof vehicles.get>, @Who() who: Caller): Promise<Reply<typeof vehicles.get>> {
    return this.reads.get(params.id, who);
  }

  @Serve(vehicles.customer)
  customer({ params }: Parsed<typeof vehicles.customer>, @Who() who: Caller): Promise<Reply<typeof vehicles.customer>> {
    return this.reads.customer(params.id, who);
  }

  @Serve(vehicles.recent)
  recent({ params }: Parsed<typeof vehicles.recent>, @Who() who: Caller): Promise<Reply<typeof vehicles.recent>> {
    return this.past.recent(params.id, who);
  }

  @Serve(vehicles.days)
  days({ params, query }: Parsed<typeof vehicles.days>, @Who() who: Caller): Promise<Reply<typeof vehicles.days>> {
    return this.past.days(params.id, query.month, who);
  }

  @Serve(vehicles.track)
  track({ params, query }: Parsed<typeof vehicles.track>, @Who() who: Caller): Promise<Reply<typeof vehicles.track>> {
    return this.past.track(params.id, query.day, who);
  }

  @Serve(vehicles.faults)
  faults({ params }: Parsed<typeof vehicles.faults>, @Who() who: Caller): Promise<Reply<typeof vehicles.faults>> {
    return this.past.faults(params.id, who.scope);
  }

  @Serve(vehicles.history)
  history({ params, query }: Parsed<typeof vehicles.history>, @Who() who: Caller): Promise<Reply<typeof vehicles.history>> {
    return this.past.history(params.id, query, who);
  }
  @Serve(vehicles.hours)
  hours({ params }: Parsed<typeof vehicles.hours>, @Who() who: Caller): Promise<Reply<typeof vehicles.hours>> {
    return this.engine.hours(params.id, who);
  }

  @Serve(vehicles.sos)
  sos({ params }: Parsed<typeof vehicles.sos>, @Who() who: Caller): Promise<Reply<typeof vehicles.sos>> {
    return this.papers.sos(params.id, who.scope);
  }

  @Serve(vehicles.consumables)
  consumables({ params }: Parsed<typeof vehicles.consumables>, @Who() who: Caller): Promise<Reply<typeof vehicles.consumables>> {
    return this.papers.consumables(params.id, who.scope);
  }

  @Serve(vehicles.ownership)
  ownership({ params }: Parsed<typeof vehicles.ownership>, @Who() who: Caller): Promise<Reply<typeof vehicles.ownership>> {
    return this.papers.ownership(params.id, who.scope);
  }

  @Serve(vehicles.installations)
  installations({ params }: Parsed<typeof vehicles.installations>, @Who() who: Caller): Promise<Reply<typeof vehicles.installations>> {
    return this.papers.installations(params.id, who.scope);
  }

  @Serve(vehicles.change)
  change({ params, body }: Parsed<typeof vehicles.change>, @Who() who: Caller): Promise<Reply<typeof vehicles.change>> {
    return this.commands.execute(new ChangeVehicle(params.id, body, who));
  }

  @Serve(vehicles.dealerPreview)
  dealerPreview({ params, query }: Parsed<typeof vehicles.dealerPreview>, @Who() who: Caller): Promise<Reply<typeof vehicles.dealerPreview>> {
    return this.dealers.preview(params.id, query.dealerId, who.scope);
  }

  @Serve(vehicles.remoteStart)
  remoteStart({ params, body }: Parsed<typeof vehicles.remoteStart>, @Who() who: Caller): Promise<Reply<typeof vehicles.remoteStart>> {
    return this.commands.execute(new StartRemotely(params.id, body.command, who));
  }

  @Serve(vehicles.lastStart)
  async lastStart({ params }: Parsed<typeof vehicles.lastStart>, @Who() who: Caller): Promise<Reply<typeof vehicles.lastStart>> {
    await mustSee(this.database, who.scope, params.id);
    return lastStart(this.database, params.id);
  }
}
