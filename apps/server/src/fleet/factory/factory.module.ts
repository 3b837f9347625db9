import { Module } from '@nestjs/common';
import { FactoryController } from './factory.controller';
import { ImportRecordsHandler } from './import-records.command';

@Module({ controllers: [FactoryController], providers: [ImportRecordsHandler] })
export class FactoryModule {}
