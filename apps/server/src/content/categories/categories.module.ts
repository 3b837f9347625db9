import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { recordController } from '../../platform/records/record-controller';
import { CategoriesController } from './categories.controller';
import { Category } from './category.entity';
import { categoryRecord } from './category.record';

@Module({
  imports: [TypeOrmModule.forFeature([Category])],
  controllers: [CategoriesController, recordController(categoryRecord)],
})
export class CategoriesModule {}
