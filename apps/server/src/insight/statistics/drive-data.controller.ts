import { Controller } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { driveData } from '@headland/contracts/drive-data';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { modelsInScope } from '../../fleet/vehicles/vehicle.reads';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { Serve } from '../../platform/serve';
import { DriveDataReads } from './drive-data.reads';

@Controller()
export class DriveDataController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly reads: DriveDataReads,
  ) {}

  @Serve(driveData.list)
  list(
    { query }: Parsed<typeof driveData.list>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof driveData.list>> {
    return this.reads.list(query, caller);
  }

  @Serve(driveData.totals)
  totals(
    { query }: Parsed<typeof driveData.totals>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof driveData.totals>> {
    return this.reads.totals(query, caller);
  }

  @Serve(driveData.models)
  models(_: Parsed<typeof driveData.models>, @CurrentCaller() caller: Caller): Promise<Reply<typeof driveData.models>> {
    return modelsInScope(this.database, caller.scope);
  }

  @Serve(driveData.days)
  days(
    { params, query }: Parsed<typeof driveData.days>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof driveData.days>> {
    return this.reads.days(params.id, query, caller);
  }

  @Serve(driveData.trips)
  trips(
    { params, query }: Parsed<typeof driveData.trips>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof driveData.trips>> {
    return this.reads.trips(params.id, query, caller);
  }
}
