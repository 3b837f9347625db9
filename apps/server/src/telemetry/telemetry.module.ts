import { Module } from '@nestjs/common';
import { TelemetryIngest } from './telemetry-ingest';
import { TelemetryUpkeep } from './telemetry-upkeep';

@Module({ providers: [TelemetryIngest, TelemetryUpkeep], exports: [TelemetryIngest] })
export class TelemetryModule {}
