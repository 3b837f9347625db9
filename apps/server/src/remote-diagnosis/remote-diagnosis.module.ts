import { Module } from '@nestjs/common';
import { CancelFlashHandler } from './cancel-flash.command';
import { AskSessionHandler } from './ask-session.command';
import { ConfirmTestHandler } from './confirm-test.command';
import { DiagnosisIngest } from './diagnosis-ingest';
import { DiagnosisLink } from './diagnosis.link';
import { EndSessionWhenDueHandler } from './end-session-when-due.command';
import { EndSessionWhenTimeIsUp } from './end-session-when-time-is-up';
import { FlashReads } from './flash.reads';
import { FlashRunsExport } from './flash-runs.export';
import { FlashVehicleReads } from './flash-vehicle.reads';
import { HistoryReads } from './history.reads';
import { MarkRecordingHandler } from './mark-recording.command';
import { MoveFlashWhenDueHandler } from './move-flash-when-due.command';
import { MoveFlashWhenTimeIsUp } from './move-flash-when-time-is-up';
import { NotifyStarterWhenProgrammingEnds } from './notify-starter-when-programming-ends';
import { OpenSessionHandler } from './open-session.command';
import { RecordingExport } from './recording.export';
import { RemoteDiagnosisController } from './remote-diagnosis.controller';
import { ReprogramController } from './reprogram.controller';
import { ReprogramExport } from './reprogram.export';
import { SayToDevice } from './say-to-device';
import { ServiceHistoryController } from './service-history.controller';
import { ServiceHistoryExport } from './service-history.export';
import { ServiceVehicleReads } from './service-vehicle.reads';
import { ServeBlocks } from './serve-blocks';
import { SessionReads } from './session.reads';
import { SigningKey } from './signing-key';
import { OfferToDevice, StartFlashHandler } from './start-flash.command';
import { TakeCsvHandler } from './take-csv.command';
import { TestReports } from './test-report';
import { UploadProgramHandler } from './upload-program.command';

@Module({
  controllers: [RemoteDiagnosisController, ServiceHistoryController, ReprogramController],
  providers: [
    ServiceVehicleReads,
    SessionReads,
    HistoryReads,
    ServiceHistoryExport,
    RecordingExport,
    TakeCsvHandler,
    TestReports,
    SayToDevice,
    OpenSessionHandler,
    AskSessionHandler,
    ConfirmTestHandler,
    MarkRecordingHandler,
    DiagnosisIngest,
    DiagnosisLink,
    EndSessionWhenDueHandler,
    EndSessionWhenTimeIsUp,
    FlashReads,
    FlashVehicleReads,
    ReprogramExport,
    FlashRunsExport,
    NotifyStarterWhenProgrammingEnds,
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
