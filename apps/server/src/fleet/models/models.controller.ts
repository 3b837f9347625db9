import { Controller, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { models } from '@headland/contracts/model';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { Serve } from '../../platform/serve';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { ChangeModel } from './change-model.command';
import { CreateModel } from './create-model.command';
import { modelPreview } from './model-preview.reads';
import { modelDetail, modelHistory, modelList, modelNames, modelsRedating } from './model.reads';

type Models = typeof models;

@Controller()
export class ModelsController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
    private readonly commands: CommandBus,
  ) {}

  @Serve(models.list) list(
    { query }: Parsed<Models['list']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Models['list']>> {
    return modelList(this.database, caller.scope, query);
  }

  @Serve(models.names) names(): Promise<Reply<Models['names']>> {
    return modelNames(this.database);
  }

  @Serve(models.redating) redating(): Promise<Reply<Models['redating']>> {
    return modelsRedating(this.database);
  }

  @Serve(models.get) get(
    { params }: Parsed<Models['get']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Models['get']>> {
    return modelDetail(this.database, caller.scope, params.id);
  }

  @Serve(models.create) create(
    { body }: Parsed<Models['create']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Models['create']>> {
    return this.commands.execute(new CreateModel(body, caller));
  }

  @Serve(models.change) change(
    { params, body }: Parsed<Models['change']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Models['change']>> {
    return this.commands.execute(new ChangeModel(params.id, body, caller));
  }

  @Serve(models.preview) preview({ params, body }: Parsed<Models['preview']>): Promise<Reply<Models['preview']>> {
    return modelPreview(this.database, params.id, body, this.now(), this.config.PRODUCT_TIME_ZONE);
  }

  @Serve(models.history) history({ params, query }: Parsed<Models['history']>): Promise<Reply<Models['history']>> {
    return modelHistory(this.database, params.id, query);
  }
}
