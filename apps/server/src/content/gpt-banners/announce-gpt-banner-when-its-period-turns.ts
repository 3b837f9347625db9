import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { dayOf } from '@headland/domain/zone-day';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { Policies } from '../../platform/event-log/policies';
import { Timers } from '../../platform/jobs/timers';
import { AnnounceGptBanner } from './announce-gpt-banner.command';
import { bannersToAnnounce } from './gpt-banner.reads';

/** A banner begins and ends at midnight by its dates; each event plans the notification of the next turn. */
@Injectable()
export class AnnounceGptBannerWhenItsPeriodTurns {
  constructor(
    timers: Timers,
    policies: Policies,
    commands: CommandBus,
    @InjectDataSource() database: DataSource,
    @Inject(CLOCK) now: Clock,
    @Inject(CONFIG) config: Config,
  ) {
    timers.register({
      name: 'announce-gpt-banner',
      run: (id) => commands.execute(new AnnounceGptBanner(id)),
      due: () => bannersToAnnounce(database, dayOf(now().getTime(), config.PRODUCT_TIME_ZONE)),
      sweepMs: 10_000,
    });
    policies.register({
      name: 'announce-gpt-banner-when-its-period-turns',
      on: ['gptBanner.changed'],
      run: ({ payload: { bannerId, turnsAt } }) => {
        if (turnsAt !== null) timers.plan('announce-gpt-banner', bannerId, new Date(turnsAt));
        return Promise.resolve();
      },
    });
  }
}
