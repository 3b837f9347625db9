import { Module } from '@nestjs/common';
import { ConsumableReads } from '../../maintenance/consumables/consumable.reads';
import { WallController } from './wall.controller';

@Module({ controllers: [WallController], providers: [ConsumableReads] })
export class WallModule {}
