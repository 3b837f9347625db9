import { Controller } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { vehicles } from '@headland/contracts/vehicle';
import { Serve } from '../platform/serve';
import { Who, type Caller } from '../platform/who';
import { VehiclePast } from './vehicle-past.reads';
import { fleetCounts, VehicleReads } from './vehicle.reads';

@Controller()
export class VehiclesController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly reads: VehicleReads,
    private readonly past: VehiclePast,
  ) {}

  @Serve(vehicles.list)
  list({ query }: Parsed<typeof vehicles.list>, @Who() who: Caller): Promise<Reply<typeof vehicles.list>> {
    return this.reads.list(query, who);
  }

  @Serve(vehicles.counts)
  counts(_: Parsed<typeof vehicles.counts>, @Who() who: Caller): Promise<Reply<typeof vehicles.counts>> {
    return fleetCounts(this.database, who.scope);
  }

  @Serve(vehicles.models)
  models(_: Parsed<typeof vehicles.models>, @Who() who: Caller): Promise<Reply<typeof vehicles.models>> {
    return this.reads.models(who.scope);
  }

  @Serve(vehicles.find)
  find({ query }: Parsed<typeof vehicles.find>, @Who() who: Caller): Promise<Reply<typeof vehicles.find>> {
    return this.reads.find(query.text, who);
  }

  @Serve(vehicles.get)
  get({ params }: Parsed<typeof vehicles.get>, @Who() who: Caller): Promise<Reply<typeof vehicles.get>> {
    return this.reads.get(params.id, who);
  }

  @Serve(vehicles.recent)
  recent({ params }: Parsed<typeof vehicles.recent>, @Who() who: Caller): Promise<Reply<typeof vehicles.recent>> {
    return this.past.recent(params.id, who.scope);
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
}
