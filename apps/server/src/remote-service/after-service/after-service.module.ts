import { Module } from '@nestjs/common';
import { ProfilesModule } from '../profiles/profiles.module';
import { sessionConnected } from '../remote-diagnosis/apply-session-message.tx';
import { RemoteDiagnosisModule } from '../remote-diagnosis/remote-diagnosis.module';
import { AfterServiceController } from './after-service.controller';
import { AfterServiceExport } from './after-service.export';
import { AfterServiceVehicleReads } from './after-service-vehicle.reads';
import { ApprovalReads } from './approval.reads';
import { RequestApprovalHandler, DecideApprovalHandler } from './approvals.command';
import { beginJob } from './begin-job.tx';
import { CloseJobHandler } from './close-job.command';
import { EditJobHandler } from './edit-job.command';
import { AddJobImageHandler, RemoveJobImageHandler } from './job-images.command';
import { JobReports } from './job-report';
import { JobReads } from './job.reads';
import { NotifySecondPersonWhenApprovalWaits } from './notify-second-person-when-approval-waits';
import { ServiceJobsExport } from './service-jobs.export';
import { ServiceWritesExport } from './service-writes.export';
import { StartJobHandler } from './start-job.command';
import { WriteReads } from './write.reads';

@Module({
  imports: [RemoteDiagnosisModule, ProfilesModule],
  controllers: [AfterServiceController],
  providers: [
    AfterServiceVehicleReads,
    JobReads,
    WriteReads,
    ApprovalReads,
    JobReports,
    StartJobHandler,
    EditJobHandler,
    CloseJobHandler,
    AddJobImageHandler,
    RemoveJobImageHandler,
    RequestApprovalHandler,
    DecideApprovalHandler,
    NotifySecondPersonWhenApprovalWaits,
    AfterServiceExport,
    ServiceJobsExport,
    ServiceWritesExport,
  ],
})
export class AfterServiceModule {
  constructor() {
    sessionConnected.add(beginJob);
  }
}
