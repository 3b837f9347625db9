import { Controller, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Response } from 'express';
import type { DataSource } from 'typeorm';
import { appChat } from '@headland/contracts/app-gpt-chat';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { CurrentCustomer, type AppCaller } from '../../platform/caller';
import { Serve } from '../../platform/serve';
import { AskGpt } from './ask-gpt.command';
import { ownQuestion, ownQuestions } from './asked.reads';
import { ChatAnswers } from './chat-answers';
import { StopAnswer } from './stop-answer.command';

type Chat = typeof appChat;

@Controller()
export class AppChatController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly commands: CommandBus,
    private readonly answers: ChatAnswers,
  ) {}

  @Serve(appChat.ask) async ask(
    { body }: Parsed<Chat['ask']>,
    @CurrentCustomer() caller: AppCaller,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Reply<Chat['ask']>> {
    const asked = await this.commands.execute(new AskGpt(body, caller));
    const { events, left } = this.answers.start(asked, caller);
    // also after the last event, when there is nothing left to stop
    response.on('close', left);
    if (response.closed) left();
    // a proxy hands on each event as it comes
    response.set({ 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
    return { name: null, bytes: events };
  }

  @Serve(appChat.stop) async stop(
    { params }: Parsed<Chat['stop']>,
    @CurrentCustomer() caller: AppCaller,
  ): Promise<Reply<Chat['stop']>> {
    return { state: await this.commands.execute(new StopAnswer(params.id, caller)) };
  }

  @Serve(appChat.list) list(
    { query }: Parsed<Chat['list']>,
    @CurrentCustomer() { customerId }: AppCaller,
  ): Promise<Reply<Chat['list']>> {
    return ownQuestions(this.database, customerId, query);
  }

  @Serve(appChat.get) get(
    { params }: Parsed<Chat['get']>,
    @CurrentCustomer() { customerId }: AppCaller,
  ): Promise<Reply<Chat['get']>> {
    return ownQuestion(this.database, customerId, params.id);
  }
}
