import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { GptBannerDetail } from '@headland/contracts/gpt-banner';
import { bannerStatus } from '@headland/domain/gpt-banner';
import { dayOf } from '@headland/domain/zone-day';
import { actorOf, type Caller } from '../../platform/caller';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { Change } from '../../platform/event-log/change';
import { changesBetween, refuseChangedMeanwhile } from '../../platform/event-log/record-change';
import { lockRecord } from '../../platform/records/lock-record';
import { GptBanner } from './gpt-banner.entity';
import { announce, gptBannerRecord, refuseClosed } from './gpt-banner.record';
import { bannerDetail } from './gpt-banner.reads';

/** Suspends a scheduled or published banner, for good: the app does not show it any more. */
export class SuspendGptBanner extends Command<GptBannerDetail> {
  constructor(
    readonly id: number,
    readonly version: number,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(SuspendGptBanner)
export class SuspendGptBannerHandler implements ICommandHandler<SuspendGptBanner> {
  constructor(
    private readonly change: Change,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ id, version, by }: SuspendGptBanner): Promise<GptBannerDetail> {
    const now = this.now();
    const today = dayOf(now.getTime(), this.config.PRODUCT_TIME_ZONE);
    await this.change.run(actorOf(by), async (tx, emit) => {
      const banner = await lockRecord(tx, gptBannerRecord, by.scope, id);
      refuseClosed(banner, 'suspend', today);
      if (banner.version !== version) await refuseChangedMeanwhile(tx, 'gptBanner', id);
      const suspension = { suspendedAt: now, suspendedBy: by.name, announced: 'stop' as const };
      await tx.update(GptBanner, id, suspension);
      const { screen, kind } = gptBannerRecord;
      const changes = changesBetween({ status: bannerStatus(banner, today) }, { status: 'stop' });
      emit('record.changed', { screen, kind, id: String(id), name: banner.name, changes }, { organizationId: null });
      announce(emit, { ...banner, ...suspension }, now, this.config);
    });
    return bannerDetail(this.database, id, today);
  }
}
