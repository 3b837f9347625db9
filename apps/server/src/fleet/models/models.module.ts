import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { recordController } from '../../platform/records/record-controller';
import { Model } from './model.entity';
import { modelRecord } from './model.record';
import { ModelsController } from './models.controller';
import { RedateModelHandler } from './redate-model.command';
import { RedateVehiclesWhenSetChanged } from './redate-vehicles-when-set-changed';

@Module({
  imports: [TypeOrmModule.forFeature([Model])],
  controllers: [ModelsController, recordController(modelRecord)],
  providers: [RedateModelHandler, RedateVehiclesWhenSetChanged],
})
export class ModelsModule {}
