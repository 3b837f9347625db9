import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { recordController } from '../../platform/records/record-controller';
import { bulkController } from '../content-base/bulk-controller';
import { Faq } from './faq.entity';
import { faqRecord } from './faq.record';

@Module({
  imports: [TypeOrmModule.forFeature([Faq])],
  controllers: [bulkController(faqRecord), recordController(faqRecord)],
})
export class FaqsModule {}
