import { Module } from '@nestjs/common';
import { TelemetryIngest } from './telemetry-ingest';
import { TelemetryRetention } from './telemetry-retention';
import { TelemetryUpkeep } from './telemetry-upkeep';

@Module({ providers: [TelemetryIngest, TelemetryUpkeep, TelemetryRetention], exports: [TelemetryIngest] })
export class TelemetryModule {}
