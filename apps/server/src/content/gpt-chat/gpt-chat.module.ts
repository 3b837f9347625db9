import { Module } from '@nestjs/common';
import { FaultCatalogueModule } from '../../incidents/faults/fault-catalogue.module';
import { customerDeleted } from '../../ownership/customers/customer-deleted.tx';
import { AppChatController } from './app-chat.controller';
import { AskGptHandler } from './ask-gpt.command';
import { ChatAnswers } from './chat-answers';
import { ChatContexts } from './chat-contexts';
import { ChatMaintenance } from './chat-maintenance';
import { EndAnswerHandler } from './end-answer.command';
import { eraseQuestions } from './erase-questions.tx';
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
  }
}
