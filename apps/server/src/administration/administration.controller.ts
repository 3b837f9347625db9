import { Controller } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { administration } from '@headland/contracts/administration';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { Serve } from '../platform/serve';
import { Who, type Caller } from '../platform/who';
import { accessOf } from './access.reads';
import { changesOf } from './changes.reads';
import { eventsOf } from './events.reads';
import { periodOf } from './period-list';
import { quarantineCounts, quarantined, quarantineOf } from './quarantine.reads';

type Administration = typeof administration;

@Controller()
export class AdministrationController {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  @Serve(administration.access) access({ query }: Parsed<Administration['access']>, @Who() who: Caller): Promise<Reply<Administration['access']>> {
    return accessOf(this.database, query, periodOf(query), who.scope);
  }

  @Serve(administration.changes) changes({ query }: Parsed<Administration['changes']>, @Who() who: Caller): Promise<Reply<Administration['changes']>> {
    return changesOf(this.database, query, periodOf(query), who.scope);
  }

  @Serve(administration.events) events({ query }: Parsed<Administration['events']>, @Who() who: Caller): Promise<Reply<Administration['events']>> {
    return eventsOf(this.database, query, query.from === undefined ? null : periodOf(query), who.scope);
  }

  @Serve(administration.quarantine) quarantine({ query }: Parsed<Administration['quarantine']>, @Who() who: Caller): Promise<Reply<Administration['quarantine']>> {
    return quarantineOf(this.database, query, periodOf(query), who.scope);
  }

  @Serve(administration.quarantineCounts)
  counts({ query }: Parsed<Administration['quarantineCounts']>, @Who() who: Caller): Promise<Reply<Administration['quarantineCounts']>> {
    return quarantineCounts(this.database, query, periodOf(query), who.scope);
  }

  @Serve(administration.quarantined) one({ params }: Parsed<Administration['quarantined']>, @Who() who: Caller): Promise<Reply<Administration['quarantined']>> {
    return quarantined(this.database, params.id, who.scope);
  }
}
