import { Module } from '@nestjs/common';
import { AfterServiceModule } from './after-service/after-service.module';
import { DiagnosisIngest } from './ingest/diagnosis-ingest';
import { DiagnosisLink } from './ingest/diagnosis.subscriber';
import { RemoteDiagnosisModule } from './remote-diagnosis/remote-diagnosis.module';
import { ReprogramModule } from './reprogram/reprogram.module';
import { RollOutModule } from './roll-out/roll-out.module';

/** Service at a distance: sessions, programs, roll-outs and service jobs, and the one that receives what terminals send in them. */
@Module({
  imports: [RemoteDiagnosisModule, ReprogramModule, RollOutModule, AfterServiceModule],
  providers: [DiagnosisIngest, DiagnosisLink],
})
export class RemoteServiceModule {}
