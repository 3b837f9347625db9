import { Controller } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { dash } from '@headland/contracts/statistics';
import { Serve } from '../../platform/serve';
import { CurrentCaller, type Caller, type Scope } from '../../platform/caller';
import { DashFigures } from './dash-figures.reads';
import { DashReads } from './dash.reads';
import { scopeBelow } from './scope-below.reads';

@Controller()
export class DashController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly reads: DashReads,
    private readonly figures: DashFigures,
  ) {}

  @Serve(dash.now)
  async now({ query }: Parsed<typeof dash.now>, @CurrentCaller() caller: Caller): Promise<Reply<typeof dash.now>> {
    return this.reads.now(await this.scope(caller, query));
  }

  @Serve(dash.faults)
  async faults(
    { query }: Parsed<typeof dash.faults>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof dash.faults>> {
    return this.figures.faults(await this.scope(caller, query), caller.timeZone);
  }

  @Serve(dash.sos)
  async sos({ query }: Parsed<typeof dash.sos>, @CurrentCaller() caller: Caller): Promise<Reply<typeof dash.sos>> {
    return this.reads.sos(await this.scope(caller, query), caller.timeZone);
  }

  @Serve(dash.members)
  async members(
    { query }: Parsed<typeof dash.members>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof dash.members>> {
    return this.reads.members(await this.scope(caller, query), caller.timeZone);
  }

  @Serve(dash.sales)
  async sales(
    { query }: Parsed<typeof dash.sales>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof dash.sales>> {
    return this.reads.sales(await this.scope(caller, query), caller.timeZone);
  }

  @Serve(dash.mileage)
  async mileage(
    { query }: Parsed<typeof dash.mileage>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof dash.mileage>> {
    return this.figures.mileage(await this.scope(caller, query), caller);
  }

  @Serve(dash.engines)
  async engines(
    { query }: Parsed<typeof dash.engines>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof dash.engines>> {
    return this.figures.engines(await this.scope(caller, query), caller.timeZone);
  }

  private scope(caller: Caller, { organizationId }: { organizationId?: number | undefined }): Promise<Scope> {
    return scopeBelow(this.database, caller.scope, organizationId);
  }
}
