import { Module } from '@nestjs/common';
import { offeringForConsumables } from '../../ownership/owner-transfer/consumable-offers.tx';
import { AppShopController } from './app-shop.controller';
import { offerParts } from './app-shop.reads';
import { OpenBannerHandler } from './open-banner.command';

/** The shop in the customers' app. */
@Module({ controllers: [AppShopController], providers: [OpenBannerHandler] })
export class AppShopModule {
  constructor() {
    offeringForConsumables.add(offerParts);
  }
}
