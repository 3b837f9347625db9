import { Controller } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { administration } from '@headland/contracts/administration';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { Serve } from '../../platform/serve';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { accessOf } from './access.reads';
import { changesOf } from './changes.reads';
import { eventsOf } from './events.reads';
import { periodOf } from './period-list';
import { quarantineCounts, quarantined, quarantineOf } from './quarantine.reads';

type Administration = typeof administration;

@Controller()
export class AdministrationController {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  @Serve(administration.access) access(
    { query }: Parsed<Administration['access']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Administration['access']>> {
    return accessOf(this.database, query, periodOf(query), caller.scope);
  }

  @Serve(administration.changes) changes(
    { query }: Parsed<Administration['changes']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Administration['changes']>> {
    return changesOf(this.database, query, periodOf(query), caller.scope);
  }

  @Serve(administration.events) events(
    { query }: Parsed<Administration['events']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Administration['events']>> {
    return eventsOf(this.database, query, query.from === undefined ? null : periodOf(query), caller.scope);
  }

  @Serve(administration.quarantine) quarantine(
    { query }: Parsed<Administration['quarantine']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Administration['quarantine']>> {
    return quarantineOf(this.database, query, periodOf(query), caller.scope);
  }

  @Serve(administration.quarantineCounts)
  counts(
    { query }: Parsed<Administration['quarantineCounts']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Administration['quarantineCounts']>> {
    return quarantineCounts(this.database, query, periodOf(query), caller.scope);
  }

  @Serve(administration.quarantined) one(
    { params }: Parsed<Administration['quarantined']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Administration['quarantined']>> {
    return quarantined(this.database, params.id, caller.scope);
  }
}
