import { Global, Module } from '@nestjs/common';
import { SessionReader } from '../../platform/session-reader';
import { AccountMessages } from './account-messages';
import { ChangeKioskHandler } from './change-kiosk.command';
import { ChangePasswordHandler, ForcedChangeHandler } from './change-password.command';
import { ConfirmLoginHandler } from './confirm-login.command';
import { ConsoleConfig } from './console-config.reads';
import { EndSessionsOfHandler } from './end-sessions-of.command';
import { FindIdConfirmHandler, FindIdSendHandler } from './find-id.command';
import { FindPasswordConfirmHandler, FindPasswordSendHandler } from './find-password.command';
import { IssueKioskHandler } from './issue-kiosk.command';
import { JoinConfirmHandler, JoinHandler, JoinSendHandler } from './join.command';
import { JwtSessionReader } from './jwt-session-reader';
import { KiosksController } from './kiosks.controller';
import { LiveSessions } from './live-sessions';
import { LogInHandler } from './log-in.command';
import { LogOutHandler } from './log-out.command';
import { LoginFailures } from './login-failures';
import { PublicLimit } from './login-limit';
import { OpenKioskHandler } from './open-kiosk.command';
import { OpenSession } from './open-session';
import { PasswordChanging } from './password-changing';
import { RefreshSessionHandler } from './refresh-session.command';
import { ResendCodeHandler } from './resend-code.command';
import { RevokeKioskHandler } from './revoke-kiosk.command';
import { RotateKioskHandler } from './rotate-kiosk.command';
import { SeeKioskScreenHandler } from './see-kiosk-screen.command';
import { SendJoinLinkHandler } from './send-join-link.command';
import { SessionRetention } from './session-retention';
import { SessionController } from './session.controller';
import { SetTemporaryPasswordHandler } from './set-temporary-password.command';
import { SmsCodes } from './sms-codes';
import { Tokens } from './tokens';

// codes by SMS, for other slices that prove a phone; and what a public door needs
export type { From } from './account';
export { RequestOrigin } from './request-origin';
export { constantTime } from './constant-time';
export { PublicLimit } from './login-limit';
export { OpenSession } from './open-session';
export { SmsCodes } from './sms-codes';

@Global()
@Module({
  controllers: [SessionController, KiosksController],
  providers: [
    Tokens,
    LiveSessions,
    ConsoleConfig,
    PublicLimit,
    AccountMessages,
    SmsCodes,
    LoginFailures,
    OpenSession,
    PasswordChanging,
    SessionRetention,
    LogInHandler,
    ConfirmLoginHandler,
    ResendCodeHandler,
    RefreshSessionHandler,
    LogOutHandler,
    ChangePasswordHandler,
    ForcedChangeHandler,
    FindIdSendHandler,
    FindIdConfirmHandler,
    FindPasswordSendHandler,
    FindPasswordConfirmHandler,
    JoinSendHandler,
    JoinConfirmHandler,
    JoinHandler,
    SetTemporaryPasswordHandler,
    SendJoinLinkHandler,
    EndSessionsOfHandler,
    OpenKioskHandler,
    IssueKioskHandler,
    ChangeKioskHandler,
    RotateKioskHandler,
    RevokeKioskHandler,
    SeeKioskScreenHandler,
    { provide: SessionReader, useClass: JwtSessionReader },
  ],
  exports: [SessionReader, SmsCodes, PublicLimit, OpenSession],
})
export class SessionModule {}
