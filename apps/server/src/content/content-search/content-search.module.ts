import { Module } from '@nestjs/common';
import { ContentSearchController } from './content-search.controller';

@Module({ controllers: [ContentSearchController] })
export class ContentSearchModule {}
