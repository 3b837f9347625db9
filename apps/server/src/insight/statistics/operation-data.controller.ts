import { Controller } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { operationData } from '@headland/contracts/operation-data';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { Serve } from '../../platform/serve';
import { aggregatedPage, OperationActivity } from './operation-activity.reads';
import { OperationIncidents } from './operation-incidents.reads';

type Of = typeof operationData;

@Controller()
export class OperationDataController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly activities: OperationActivity,
    private readonly incidents: OperationIncidents,
  ) {}

  @Serve(operationData.activity)
  activity({ query }: Parsed<Of['activity']>, @CurrentCaller() caller: Caller): Promise<Reply<Of['activity']>> {
    return this.activities.activity(query, caller);
  }

  @Serve(operationData.models)
  async models({ query }: Parsed<Of['models']>, @CurrentCaller() caller: Caller): Promise<Reply<Of['models']>> {
    return aggregatedPage(this.database, await this.activities.models(query, caller), query);
  }

  @Serve(operationData.customers)
  async customers(
    { query }: Parsed<Of['customers']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Of['customers']>> {
    return aggregatedPage(this.database, await this.activities.customers(query, caller), query);
  }

  @Serve(operationData.faults)
  faults({ query }: Parsed<Of['faults']>, @CurrentCaller() caller: Caller): Promise<Reply<Of['faults']>> {
    return this.incidents.faults(query, caller);
  }

  @Serve(operationData.faultCodes)
  faultCodes({ query }: Parsed<Of['faultCodes']>, @CurrentCaller() caller: Caller): Promise<Reply<Of['faultCodes']>> {
    return aggregatedPage(this.database, this.incidents.faultCodes(query, caller), query);
  }

  @Serve(operationData.sos)
  sos({ query }: Parsed<Of['sos']>, @CurrentCaller() caller: Caller): Promise<Reply<Of['sos']>> {
    return this.incidents.sos(query, caller);
  }

  @Serve(operationData.sosRegions)
  sosRegions({ query }: Parsed<Of['sosRegions']>, @CurrentCaller() caller: Caller): Promise<Reply<Of['sosRegions']>> {
    return aggregatedPage(this.database, this.incidents.sosRegions(query, caller), query);
  }

  @Serve(operationData.repairs)
  repairs({ query }: Parsed<Of['repairs']>, @CurrentCaller() caller: Caller): Promise<Reply<Of['repairs']>> {
    return this.incidents.repairs(query, caller);
  }

  @Serve(operationData.repairAgencies)
  repairAgencies(
    { query }: Parsed<Of['repairAgencies']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Of['repairAgencies']>> {
    return aggregatedPage(this.database, this.incidents.repairAgencies(query, caller), query);
  }
}
