import { Controller, Inject } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { models } from '@headland/contracts/model';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { Serve } from '../../platform/serve';
import { modelPreview } from './model-preview.reads';
import { modelNames, modelsRedating } from './model.reads';

type Models = typeof models;

@Controller()
export class ModelsController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  @Serve(models.names) names(): Promise<Reply<Models['names']>> {
    return modelNames(this.database);
  }

  @Serve(models.redating) redating(): Promise<Reply<Models['redating']>> {
    return modelsRedating(this.database);
  }

  @Serve(models.preview) preview({ params, body }: Parsed<Models['preview']>): Promise<Reply<Models['preview']>> {
    return modelPreview(this.database, params.id, body, this.now(), this.config.PRODUCT_TIME_ZONE);
  }
}
