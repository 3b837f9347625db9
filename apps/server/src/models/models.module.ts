import { Module } from '@nestjs/common';
import { ChangeModelHandler } from './change-model.command';
import { CreateModelHandler } from './create-model.command';
import { ModelsController } from './models.controller';
import { ModelsExport } from './models.export';

@Module({ controllers: [ModelsController], providers: [CreateModelHandler, ChangeModelHandler, ModelsExport] })
export class ModelsModule {}
