import { Module } from '@nestjs/common';
import { FactoryController } from './factory.controller';
import { TakeRecordsHandler } from './take-records.command';

@Module({ controllers: [FactoryController], providers: [TakeRecordsHandler] })
export class FactoryModule {}
