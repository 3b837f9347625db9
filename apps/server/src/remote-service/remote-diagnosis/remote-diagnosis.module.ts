import { Module } from '@nestjs/common';
import { FaultCatalogueModule } from '../../incidents/faults/fault-catalogue.module';
import { ProfilesModule } from '../profiles/profiles.module';
import { CancelFlashHandler } from '../reprogram/cancel-flash.command';
import { AskSessionHandler } from './ask-session.command';
import { ConfirmProgramHandler } from '../reprogram/confirm-program.command';
import { ConfirmTestHandler } from './confirm-test.command';
import { DiagnosisIngest } from './diagnosis-ingest';
import { DiagnosisLink } from './diagnosis.subscriber';
import { EndSessionWhenDueHandler } from './end-session-when-due.command';
import { EndSessionWhenTimeIsUp } from './end-session-when-time-is-up';
import { FailFlashHandler } from '../reprogram/fail-flash.command';
import { FlashReads } from '../reprogram/flash.reads';
import { FlashRunsExport } from '../reprogram/flash-runs.export';
import { FlashVehicleReads } from '../reprogram/flash-vehicle.reads';
import { HistoryReads } from './history.reads';
import { MarkRecordingHandler } from './mark-recording.command';
import { MoveFlashWhenDueHandler } from '../reprogram/move-flash-when-due.command';
import { MoveFlashWhenTimeIsUp } from '../reprogram/move-flash-when-time-is-up';
import { NotifyStarterWhenProgrammingEnds } from '../reprogram/notify-starter-when-programming-ends';
import { OpenSessionHandler } from './open-session.command';
import { RecordingExport } from './recording.export';
import { RemoteExport } from './remote.export';
import { TestCurveExport } from './test-curve.export';
import { RemoteDiagnosisController } from './remote-diagnosis.controller';
import { ReprogramController } from '../reprogram/reprogram.controller';
import { ReprogramExport } from '../reprogram/reprogram.export';
import { DeviceMessages } from './device-messages';
import { ServiceHistoryController } from './service-history.controller';
import { ServiceHistoryExport } from './service-history.export';
import { ServiceVehicleReads } from './service-vehicle.reads';
import { ServeBlocks } from '../reprogram/serve-blocks';
import { SessionReads } from './session.reads';
import { SessionResults } from './session-results.reads';
import { SigningKey } from '../reprogram/signing-key';
import { LoadTestCatalogueHandler } from './load-test-catalogue.command';
import { TestCatalogueController } from './test-catalogue.controller';
import { TestCatalogueInUse } from './test-catalogue-in-use';
import { TestCatalogueReads } from './test-catalogue.reads';
import { UseTestCatalogueHandler } from './use-test-catalogue.command';
import { OfferToDevice } from '../reprogram/offer-program.tx';
import { StartFlashHandler } from '../reprogram/start-flash.command';
import { DownloadCsvHandler } from './download-csv.command';
import { ServiceReports } from './service-reports';
import { UploadProgramHandler } from '../reprogram/upload-program.command';

@Module({
  imports: [FaultCatalogueModule, ProfilesModule],
  controllers: [RemoteDiagnosisController, ServiceHistoryController, ReprogramController, TestCatalogueController],
  providers: [
    ServiceVehicleReads,
    SessionReads,
    SessionResults,
    TestCatalogueInUse,
    TestCatalogueReads,
    LoadTestCatalogueHandler,
    UseTestCatalogueHandler,
    HistoryReads,
    ServiceHistoryExport,
    RecordingExport,
    RemoteExport,
    TestCurveExport,
    DownloadCsvHandler,
    ServiceReports,
    DeviceMessages,
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
    ConfirmProgramHandler,
    StartFlashHandler,
    CancelFlashHandler,
    FailFlashHandler,
    MoveFlashWhenDueHandler,
    MoveFlashWhenTimeIsUp,
  ],
  exports: [OfferToDevice, ServiceVehicleReads],
})
export class RemoteDiagnosisModule {}
