import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { recordController } from '../../platform/records/record-controller';
import { DisplayPartsHandler } from './display-parts.command';
import { Part } from './part.entity';
import { partRecord } from './part.record';
import { PartsController } from './parts.controller';

@Module({
  imports: [TypeOrmModule.forFeature([Part])],
  controllers: [PartsController, recordController(partRecord)],
  providers: [DisplayPartsHandler],
})
export class PartsModule {}
