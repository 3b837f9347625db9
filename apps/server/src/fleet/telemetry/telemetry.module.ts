import { Module } from '@nestjs/common';
import { TelemetryIngest } from './telemetry-ingest';
import { TelemetryRetention } from './telemetry-retention';
import { TelemetryMaintenance } from './telemetry-maintenance';

@Module({ providers: [TelemetryIngest, TelemetryMaintenance, TelemetryRetention], exports: [TelemetryIngest] })
export class TelemetryModule {}
