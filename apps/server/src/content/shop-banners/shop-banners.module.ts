import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { recordController } from '../../platform/records/record-controller';
import { ShopBanner } from './shop-banner.entity';
import { shopBannerRecord } from './shop-banner.record';

@Module({
  imports: [TypeOrmModule.forFeature([ShopBanner])],
  controllers: [recordController(shopBannerRecord)],
})
export class ShopBannersModule {}
