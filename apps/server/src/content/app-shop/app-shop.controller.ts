import { Controller, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { appShop } from '@headland/contracts/app-shop';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { dayOf } from '@headland/domain/zone-day';
import { type AppCaller, CurrentCustomer } from '../../platform/caller';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { Serve } from '../../platform/serve';
import { appBanners, appCategories, appParts } from './app-shop.reads';
import { OpenBanner } from './open-banner.command';

type Shop = typeof appShop;

@Controller()
export class AppShopController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly commands: CommandBus,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Serve(appShop.categories) categories(
    { query }: Parsed<Shop['categories']>,
    @CurrentCustomer() caller: AppCaller,
  ): Promise<Reply<Shop['categories']>> {
    return appCategories(this.database, { ...query, caller });
  }

  @Serve(appShop.parts) parts(
    { params, query }: Parsed<Shop['parts']>,
    @CurrentCustomer() caller: AppCaller,
  ): Promise<Reply<Shop['parts']>> {
    return appParts(this.database, params.id, { ...query, caller });
  }

  @Serve(appShop.banners) banners(
    { query }: Parsed<Shop['banners']>,
    @CurrentCustomer() caller: AppCaller,
  ): Promise<Reply<Shop['banners']>> {
    const today = dayOf(this.now().getTime(), this.config.PRODUCT_TIME_ZONE);
    return appBanners(this.database, today, { ...query, caller });
  }

  @Serve(appShop.openBanner) openBanner({ params }: Parsed<Shop['openBanner']>): Promise<Reply<Shop['openBanner']>> {
    return this.commands.execute(new OpenBanner(params.id));
  }
}
