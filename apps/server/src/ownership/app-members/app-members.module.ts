import { Module } from '@nestjs/common';
import { AnswerTermHandler } from './answer-term.command';
import { AppMembersController } from './app-members.controller';
import { AppSessions } from './app-sessions';
import { AppTokens } from './app-tokens';
import { IssuePathTokenHandler } from './issue-path-token.command';
import { JoinAppHandler } from './join-app.command';
import { LogInToAppHandler } from './log-in-to-app.command';
import { LogOutOfAppHandler } from './log-out-of-app.command';
import { NoteOwnHandler } from './note-own.command';
import { OwnReads } from './own.reads';
import { RefreshAppSessionHandler } from './refresh-app-session.command';
import { SetPushDeviceHandler } from './set-push-device.command';
import { WithdrawHandler } from './withdraw.command';

// in whose name other slices write what a customer does in the app
export { appActor } from './app-actor';

/** Customers as members of the app: joining, their sessions, what they read and answer there. Needs SessionModule for the codes by SMS. */
@Module({
  controllers: [AppMembersController],
  providers: [
    AppTokens,
    AppSessions,
    OwnReads,
    IssuePathTokenHandler,
    JoinAppHandler,
    LogInToAppHandler,
    RefreshAppSessionHandler,
    LogOutOfAppHandler,
    AnswerTermHandler,
    NoteOwnHandler,
    SetPushDeviceHandler,
    WithdrawHandler,
  ],
})
export class AppMembersModule {}
