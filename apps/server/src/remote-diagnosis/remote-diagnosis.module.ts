import { Module } from '@nestjs/common';
import { CancelFlashHandler } from './cancel-flash.command';
import { AskSessionHandler } from './ask-session.command';
import { ConfirmTestHandler } from './confirm-test.command';
import { DiagnosisIngest } from './diagnosis-ingest';
import { DiagnosisLink } from './diagnosis.link';
import { EndSessionWhenDueHandler } from './end-session-when-due.command';
import { EndSessionWhenTimeIsUp } from './end-session-when-time-is-up';
import { FlashReads } from './flash.reads';
import { MoveFlashWhenDueHandler } from './move-flash-when-due.command';
import { MoveFlashWhenTimeIsUp } from './move-flash-when-time-is-up';
import { OpenSessionHandler } from './open-session.command';
import { RemoteDiagnosisController } from './remote-diagnosis.controller';
import { ReprogramController } from './reprogram.controller';
import { SayToDevice } from './say-to-device';
import { ServiceVehicleReads } from './service-vehicle.reads';
import { ServeBlocks } from './serve-blocks';
import { SessionReads } from './session.reads';
import { SigningKey } from './signing-key';
import { OfferToDevice, StartFlashHandler } from './start-flash.command';
import { UploadProgramHandler } from './upload-program.command';

@Module({
  controllers: [RemoteDiagnosisController, ReprogramController],
  providers: [
    ServiceVehicleReads,
    SessionReads,
    SayToDevice,
    OpenSessionHandler,
    AskSessionHandler,
    ConfirmTestHandler,
    DiagnosisIngest,
    DiagnosisLink,
    EndSessionWhenDueHandler,
    EndSessionWhenTimeIsUp,
    FlashReads,
    SigningKey,
    OfferToDevice,
    ServeBlocks,
    UploadProgramHandler,
    StartFlashHandler,
    CancelFlashHandler,
    MoveFlashWhenDueHandler,
    MoveFlashWhenTimeIsUp,
  ],
})
export class RemoteDiagnosisModule {}
