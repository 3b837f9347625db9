import { Module } from '@nestjs/common';
import { InfoCheckController } from './info-check.controller';
import { InfoCheckReads } from './info-check.reads';

@Module({ controllers: [InfoCheckController], providers: [InfoCheckReads] })
export class InfoCheckModule {}
