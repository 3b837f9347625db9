import { Module } from '@nestjs/common';
import { ConsumableUpkeep } from './consumable-upkeep';

@Module({ providers: [ConsumableUpkeep] })
export class ConsumablesModule {}
