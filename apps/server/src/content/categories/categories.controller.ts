import { Controller } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { categories } from '@headland/contracts/category';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { Serve } from '../../platform/serve';
import { categoryChoices, namesFree } from './category.reads';

type Categories = typeof categories;

@Controller()
export class CategoriesController {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  @Serve(categories.namesFree) namesFree({
    query,
  }: Parsed<Categories['namesFree']>): Promise<Reply<Categories['namesFree']>> {
    return namesFree(this.database, query);
  }

  @Serve(categories.choices) choices(): Promise<Reply<Categories['choices']>> {
    return categoryChoices(this.database);
  }
}
