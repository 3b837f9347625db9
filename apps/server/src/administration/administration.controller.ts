import { Controller, Inject } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { administration } from '@headland/contracts/administration';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { CLOCK, type Clock } from '../platform/clock';
import { CONFIG, type Config } from '../platform/config';
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
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  @Serve(administration.access) access({ query }: Parsed<Administration['access']>, @Who() who: Caller): Promise<Reply<Administration['access']>> {
    return accessOf(this.database, query, this.period(query), who.scope);
  }

  @Serve(administration.changes) changes({ query }: Parsed<Administration['changes']>, @Who() who: Caller): Promise<Reply<Administration['changes']>> {
    return changesOf(this.database, query, this.period(query), who.scope);
  }

  @Serve(administration.events) events({ query }: Parsed<Administration['events']>, @Who() who: Caller): Promise<Reply<Administration['events']>> {
    const byNumberAlone = query.number !== undefined && query.from === undefined && query.to === undefined;
    return eventsOf(this.database, query, byNumberAlone ? null : this.period(query), who.scope);
  }

  @Serve(administration.quarantine) quarantine({ query }: Parsed<Administration['quarantine']>, @Who() who: Caller): Promise<Reply<Administration['quarantine']>> {
    return quarantineOf(this.database, query, this.period(query), who.scope);
  }

  @Serve(administration.quarantineCounts)
  counts({ query }: Parsed<Administration['quarantineCounts']>, @Who() who: Caller): Promise<Reply<Administration['quarantineCounts']>> {
    return quarantineCounts(this.database, query, this.period(query), who.scope);
  }

  @Serve(administration.quarantined) one({ params }: Parsed<Administration['quarantined']>, @Who() who: Caller): Promise<Reply<Administration['quarantined']>> {
    return quarantined(this.database, params.id, who.scope);
  }

  private period(query: { from?: string | undefined; to?: string | undefined }): ReturnType<typeof periodOf> {
    return periodOf(query, this.now(), this.config);
  }
}
