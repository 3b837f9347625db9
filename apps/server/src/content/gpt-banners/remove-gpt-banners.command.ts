import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { dayOf } from '@headland/domain/zone-day';
import { actorOf, type Caller } from '../../platform/caller';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { Change } from '../../platform/event-log/change';
import { lockRecord } from '../../platform/records/records';
import { releaseImage } from './banner-image.tx';
import { GptBanner } from './gpt-banner.entity';
import { announce, gptBannerRecord, refuseClosed } from './gpt-banner.record';

/** Deletes several banners: all, or none if one is published, unknown or deleted already. */
export class RemoveGptBanners extends Command<number> {
  constructor(
    readonly ids: readonly number[],
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(RemoveGptBanners)
export class RemoveGptBannersHandler implements ICommandHandler<RemoveGptBanners> {
  constructor(
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  execute({ ids, by }: RemoveGptBanners): Promise<number> {
    const now = this.now();
    const today = dayOf(now.getTime(), this.config.PRODUCT_TIME_ZONE);
    // in one order, so that two deletions of the same banners wait for each other
    const distinct = [...new Set(ids)].sort((a, b) => a - b);
    return this.change.run(actorOf(by), async (tx, emit) => {
      for (const id of distinct) {
        const banner = await lockRecord(tx, gptBannerRecord, by.scope, id);
        refuseClosed(banner, 'delete', today);
        await tx.update(GptBanner, id, { removedAt: now, imageId: null });
        if (banner.imageId !== null) await releaseImage(tx, banner.imageId);
        const { screen, kind } = gptBannerRecord;
        const record = { screen, kind, id: String(id), name: banner.name, changes: [] };
        emit('record.deleted', record, { organizationId: null });
        announce(emit, { id }, now, this.config);
      }
      return distinct.length;
    });
  }
}
