import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { recordController } from '../../platform/records/record-controller';
import { AnnounceGptBannerHandler } from './announce-gpt-banner.command';
import { AnnounceGptBannerWhenItsPeriodTurns } from './announce-gpt-banner-when-its-period-turns';
import { AppGptBannersController } from './app-gpt-banners.controller';
import { GptBanner } from './gpt-banner.entity';
import { gptBannerRecord } from './gpt-banner.record';
import { GptBannersController } from './gpt-banners.controller';
import { RemoveGptBannersHandler } from './remove-gpt-banners.command';
import { SuspendGptBannerHandler } from './suspend-gpt-banner.command';

/** Banners of the GPT service. Needs AppMembersModule for the sessions of the app. */
@Module({
  imports: [TypeOrmModule.forFeature([GptBanner])],
  controllers: [GptBannersController, recordController(gptBannerRecord), AppGptBannersController],
  providers: [
    SuspendGptBannerHandler,
    RemoveGptBannersHandler,
    AnnounceGptBannerHandler,
    AnnounceGptBannerWhenItsPeriodTurns,
  ],
})
export class GptBannersModule {}
