import { Controller, Inject } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { notices } from '@headland/contracts/notice';
import { CONFIG, type Config } from '../../platform/config';
import { Serve } from '../../platform/serve';
import { audienceOf } from './notice-push.reads';

type Notices = typeof notices;

@Controller()
export class NoticesController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Serve(notices.audience) audience({ query }: Parsed<Notices['audience']>): Promise<Reply<Notices['audience']>> {
    return audienceOf(this.database, query, this.config);
  }
}
