import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { gptBanners } from '@headland/contracts/gpt-banner';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { Serve } from '../../platform/serve';
import { RemoveGptBanners } from './remove-gpt-banners.command';
import { SuspendGptBanner } from './suspend-gpt-banner.command';

type Banners = typeof gptBanners;

@Controller()
export class GptBannersController {
  constructor(private readonly commands: CommandBus) {}

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
    return { removed: await this.commands.execute(new RemoveGptBanners(body.ids, caller)) };
  }
}
