import { Module } from '@nestjs/common';
import { TelemetryIngest } from './telemetry-ingest';
import { TelemetryRetention } from './telemetry-retention';
import { TelemetryMaintenance } from './telemetry-maintenance';
import { TelemetryPack } from './telemetry-pack';
import { TelemetryRewrite } from './telemetry-rewrite';

@Module({
  providers: [TelemetryIngest, TelemetryMaintenance, TelemetryPack, TelemetryRetention, TelemetryRewrite],
  exports: [TelemetryIngest],
})
export class TelemetryModule {}
