import { Controller, Inject } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { notices } from '@headland/contracts/notice';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { CONFIG, type Config } from '../../platform/config';
import { Records, type RecordStore } from '../../platform/records/records';
import { Serve } from '../../platform/serve';
import { audienceOf } from './notice-push.reads';
import { noticeRecord, type NoticeState } from './notice.record';
import type { Notice } from './notice.entity';

type Notices = typeof notices;

/** What is done with several notices at once, and whom a push would reach. */
@Controller()
export class NoticesController {
  private readonly store: RecordStore<Notices, Notice, NoticeState, void>;

  constructor(
    records: Records,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.store = records.of(noticeRecord);
  }

  @Serve(notices.display) async display(
    { body: { ids, display } }: Parsed<Notices['display']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Notices['display']>> {
    return { changed: await this.store.changeMany(caller, ids, { display }) };
  }

  @Serve(notices.removeMany) async removeMany(
    { body: { ids } }: Parsed<Notices['removeMany']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Notices['removeMany']>> {
    return { changed: (await this.store.removeMany(caller, ids)).length };
  }

  @Serve(notices.audience) audience({ query }: Parsed<Notices['audience']>): Promise<Reply<Notices['audience']>> {
    return audienceOf(this.database, query, this.config);
  }
}
