import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { gptBanners } from '@headland/contracts/gpt-banner';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { Records, type RecordStore } from '../../platform/records/records';
import { Serve } from '../../platform/serve';
import type { GptBanner } from './gpt-banner.entity';
import { gptBannerRecord } from './gpt-banner.record';
import { SuspendGptBanner } from './suspend-gpt-banner.command';

type Banners = typeof gptBanners;

@Controller()
export class GptBannersController {
  private readonly store: RecordStore<Banners, GptBanner, GptBanner, void>;

  constructor(
    private readonly commands: CommandBus,
    records: Records,
  ) {
    this.store = records.of(gptBannerRecord);
  }

  @Serve(gptBanners.suspend) suspend(
    { params, body }: Parsed<Banners['suspend']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Banners['suspend']>> {
    return this.commands.execute(new SuspendGptBanner(params.id, body.version, caller));
  }

  @Serve(gptBanners.removeMany) async removeMany(
    { body }: Parsed<Banners['removeMany']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Banners['removeMany']>> {
    return { removed: (await this.store.removeMany(caller, body.ids)).length };
  }

  @Serve(gptBanners.restore) async restore(
    { body }: Parsed<Banners['restore']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Banners['restore']>> {
    return { changed: await this.store.restoreMany(caller, body.ids) };
  }
}
