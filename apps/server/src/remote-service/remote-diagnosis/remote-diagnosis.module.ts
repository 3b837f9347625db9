import { Module } from '@nestjs/common';
import { deviceLeaves } from '../../fleet/devices/install-device.tx';
import { FaultCatalogueModule } from '../../incidents/faults/fault-catalogue.module';
import { ProfilesModule } from '../profiles/profiles.module';
import { RequestSessionHandler } from './request-session.command';
import { ConfirmTestHandler } from './confirm-test.command';
import { DeviceMessages } from './device-messages';
import { DownloadCsvHandler } from './download-csv.command';
import { EndSessionWhenDueHandler } from './end-session-when-due.command';
import { EndSessionWhenTimeIsUp } from './end-session-when-time-is-up';
import { endSessionOf } from './end-session.tx';
import { HistoryReads } from './history.reads';
import { LoadTestCatalogueHandler } from './load-test-catalogue.command';
import { MarkRecordingHandler } from './mark-recording.command';
import { OpenSessionHandler } from './open-session.command';
import { RecordingExport } from './recording.export';
import { RemoteDiagnosisController } from './remote-diagnosis.controller';
import { RemoteExport } from './remote.export';
import { ServiceHistoryController } from './service-history.controller';
import { ServiceHistoryExport } from './service-history.export';
import { ServiceReports } from './service-reports';
import { ServiceVehicleReads } from './service-vehicle.reads';
import { SessionResults } from './session-results.reads';
import { SessionReads } from './session.reads';
import { TestCatalogueInUse } from './test-catalogue-in-use';
import { TestCatalogueController } from './test-catalogue.controller';
import { TestCatalogueReads } from './test-catalogue.reads';
import { TestCurveExport } from './test-curve.export';
import { UseTestCatalogueHandler } from './use-test-catalogue.command';

@Module({
  imports: [FaultCatalogueModule, ProfilesModule],
  controllers: [RemoteDiagnosisController, ServiceHistoryController, TestCatalogueController],
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
    RequestSessionHandler,
    ConfirmTestHandler,
    MarkRecordingHandler,
    EndSessionWhenDueHandler,
    EndSessionWhenTimeIsUp,
  ],
  exports: [ServiceVehicleReads, ServiceReports, DeviceMessages],
})
export class RemoteDiagnosisModule {
  constructor() {
    deviceLeaves.add(endSessionOf);
  }
}
