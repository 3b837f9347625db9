import { Controller } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { gptChats } from '@headland/contracts/gpt-chat';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { pageOf } from '../../platform/exports/export-registry';
import { Serve } from '../../platform/serve';
import { chatDetail, chatList, countOfCustomer, earlierChats } from './gpt-chat.reads';

type Chats = typeof gptChats;

@Controller()
export class GptChatsController {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  @Serve(gptChats.list) list(
    { query }: Parsed<Chats['list']>,
    @CurrentCaller() { scope }: Caller,
  ): Promise<Reply<Chats['list']>> {
    return pageOf(this.database, chatList(scope, query), query);
  }

  @Serve(gptChats.count) count(
    { query }: Parsed<Chats['count']>,
    @CurrentCaller() { scope }: Caller,
  ): Promise<Reply<Chats['count']>> {
    return countOfCustomer(this.database, scope, query.customerId);
  }

  @Serve(gptChats.get) get(
    { params }: Parsed<Chats['get']>,
    @CurrentCaller() { scope }: Caller,
  ): Promise<Reply<Chats['get']>> {
    return chatDetail(this.database, scope, params.id);
  }

  @Serve(gptChats.earlier) earlier(
    { params, query }: Parsed<Chats['earlier']>,
    @CurrentCaller() { scope }: Caller,
  ): Promise<Reply<Chats['earlier']>> {
    return earlierChats(this.database, scope, params.id, query);
  }
}
