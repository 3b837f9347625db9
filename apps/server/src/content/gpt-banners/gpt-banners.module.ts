import { Inject, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { mayRead } from '@headland/domain/access';
import { dayOf } from '@headland/domain/zone-day';
import { infoLookedUp } from '../../ownership/info-check/info-found.tx';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { recordController } from '../../platform/records/record-controller';
import { AnnounceGptBannerHandler } from './announce-gpt-banner.command';
import { AnnounceGptBannerWhenItsPeriodTurns } from './announce-gpt-banner-when-its-period-turns';
import { AppGptBannersController } from './app-gpt-banners.controller';
import { GptBanner } from './gpt-banner.entity';
import { bannersNamed } from './gpt-banner.reads';
import { gptBannerRecord } from './gpt-banner.record';
import { GptBannersController } from './gpt-banners.controller';
import { RemovedBanners } from './removed-banners';
import { SuspendGptBannerHandler } from './suspend-gpt-banner.command';

/** Banners of the GPT service. Needs AppMembersModule for the sessions of the app. */
@Module({
  imports: [TypeOrmModule.forFeature([GptBanner])],
  controllers: [GptBannersController, recordController(gptBannerRecord), AppGptBannersController],
  providers: [SuspendGptBannerHandler, RemovedBanners, AnnounceGptBannerHandler, AnnounceGptBannerWhenItsPeriodTurns],
})
export class GptBannersModule {
  constructor(@Inject(CLOCK) now: Clock, @Inject(CONFIG) config: Config) {
    infoLookedUp.add(async (tx, caller, text, hits) => {
      if (!mayRead(caller, 'gptBanner')) return;
      hits.banners = await bannersNamed(tx, text, dayOf(now().getTime(), config.PRODUCT_TIME_ZONE));
    });
  }
}
