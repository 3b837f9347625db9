import { Inject, type OnApplicationShutdown } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { redateNext } from '../../maintenance/consumables/redate-model.tx';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';

/** Dates the vehicles of a model that a change of its set has left, a few hundred to a transaction. One that dies half way goes on where it was. */
export class RedateModel extends Command<void> {
  constructor(readonly modelId: number) {
    super();
  }
}

@CommandHandler(RedateModel)
export class RedateModelHandler implements ICommandHandler<RedateModel>, OnApplicationShutdown {
  private stopped = false;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationShutdown(): void {
    this.stopped = true;
  }

  async execute({ modelId }: RedateModel): Promise<void> {
    const next = (): Promise<boolean> =>
      this.database.transaction((tx) => redateNext(tx, modelId, this.now(), this.config.PRODUCT_TIME_ZONE));
    while (!this.stopped && (await next())) continue;
  }
}
