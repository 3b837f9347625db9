import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { recordController } from '../../platform/records/record-controller';
import { DisplayPartsHandler } from './display-parts.command';
import { Part } from './part.entity';
import { PartImports } from './part-imports';
import { partRecord } from './part.record';
import { PartsController } from './parts.controller';
import { SavePartImportHandler } from './save-part-import.command';

@Module({
  imports: [TypeOrmModule.forFeature([Part])],
  controllers: [PartsController, recordController(partRecord)],
  providers: [DisplayPartsHandler, PartImports, SavePartImportHandler],
})
export class PartsModule {}
