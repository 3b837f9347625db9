import { Module } from '@nestjs/common';
import { type InfoHits, minInfoCheck } from '@headland/contracts/info-check';
import { mayRead } from '@headland/domain/access';
import { FaultCatalogueModule } from '../../incidents/faults/fault-catalogue.module';
import { customerDeleted } from '../../ownership/customers/customer-deleted.tx';
import { infoLookedUp } from '../../ownership/info-check/info-found.tx';
import type { Caller } from '../../platform/caller';
import type { Tx } from '../../platform/database/rows';
import { AppChatController } from './app-chat.controller';
import { AskGptHandler } from './ask-gpt.command';
import { ChatAnswers } from './chat-answers';
import { ChatContexts } from './chat-contexts';
import { ChatMaintenance } from './chat-maintenance';
import { EndAnswerHandler } from './end-answer.command';
import { eraseQuestions } from './erase-questions.tx';
import { questionsWith } from './gpt-chat.reads';
import { GptChatsController } from './gpt-chats.controller';
import { GptChatsExport } from './gpt-chats.export';
import { StopAnswerHandler } from './stop-answer.command';

/** The assistant of the customers' app, and what staff read of it. Needs AppMembersModule for the sessions of the app. */
@Module({
  imports: [FaultCatalogueModule],
  controllers: [GptChatsController, AppChatController],
  providers: [
    ChatAnswers,
    ChatContexts,
    ChatMaintenance,
    AskGptHandler,
    EndAnswerHandler,
    StopAnswerHandler,
    GptChatsExport,
  ],
})
export class GptChatModule {
  constructor() {
    customerDeleted.add(eraseQuestions);
    infoLookedUp.add(findQuestions);
  }
}

async function findQuestions(tx: Tx, caller: Caller, text: string, hits: InfoHits): Promise<void> {
  if (mayRead(caller, 'gptChatData') && text.length >= minInfoCheck)
    hits.questions = await questionsWith(tx, caller.scope, text);
}
