import { Module } from '@nestjs/common';
import { ChangeModelHandler } from './change-model.command';
import { CreateModelHandler } from './create-model.command';
import { ModelsController } from './models.controller';
import { ModelsExport } from './models.export';
import { RedateModelHandler } from './redate-model.command';
import { RedateVehiclesWhenSetChanged } from './redate-vehicles-when-set-changed';

@Module({
  controllers: [ModelsController],
  providers: [CreateModelHandler, ChangeModelHandler, ModelsExport, RedateModelHandler, RedateVehiclesWhenSetChanged],
})
export class ModelsModule {}
