import { Global, Module } from '@nestjs/common';
import { SessionReader } from '../platform/session-reader';
import { ConsoleConfig } from './console-config.reads';
import { IssueKioskHandler } from './issue-kiosk.command';
import { JwtSessionReader } from './jwt-session-reader';
import { KiosksController } from './kiosks.controller';
import { LiveSessions } from './live-sessions';
import { LogInHandler } from './log-in.command';
import { LogOutHandler } from './log-out.command';
import { OpenKioskHandler } from './open-kiosk.command';
import { RefreshSessionHandler } from './refresh-session.command';
import { RevokeKioskHandler } from './revoke-kiosk.command';
import { SessionController } from './session.controller';
import { Tokens } from './tokens';

@Global()
@Module({
  controllers: [SessionController, KiosksController],
  providers: [
    Tokens,
    LiveSessions,
    ConsoleConfig,
    LogInHandler,
    RefreshSessionHandler,
    LogOutHandler,
    OpenKioskHandler,
    IssueKioskHandler,
    RevokeKioskHandler,
    { provide: SessionReader, useClass: JwtSessionReader },
  ],
  exports: [SessionReader],
})
export class SessionModule {}
