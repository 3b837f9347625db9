import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { bannerStatus } from '@headland/domain/gpt-banner';
import { dayOf } from '@headland/domain/zone-day';
import { system } from '../../platform/caller';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { Change } from '../../platform/event-log/change';
import { GptBanner } from './gpt-banner.entity';
import { announce } from './gpt-banner.record';

/** Notifies open lists that the period of a banner has begun or ended, once for each turn. */
export class AnnounceGptBanner extends Command<void> {
  constructor(readonly id: number) {
    super();
  }
}

@CommandHandler(AnnounceGptBanner)
export class AnnounceGptBannerHandler implements ICommandHandler<AnnounceGptBanner> {
  constructor(
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ id }: AnnounceGptBanner): Promise<void> {
    const now = this.now();
    const today = dayOf(now.getTime(), this.config.PRODUCT_TIME_ZONE);
    await this.change.run(system, async (tx, emit) => {
      const banner = await tx.findOne(GptBanner, { where: { id }, lock: { mode: 'pessimistic_write' } });
      if (banner === null || bannerStatus(banner, today) === banner.announced) return;
      // not a change of the record: a form that is open stays valid
      await tx.query('UPDATE gpt_banner SET announced = $2 WHERE id = $1', [id, bannerStatus(banner, today)]);
      announce(emit, banner, now, this.config);
    });
  }
}
