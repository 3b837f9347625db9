import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { AccessGuard } from './access.guard';
import { AppReader } from './app-reader';
import { CLOCK, databaseTime } from './clock';
import { ClockSync } from './clock-sync';
import { CONFIG, readConfig, type Config } from './config';
import { DatabaseModule } from './database/database.module';
import { EnvelopeInterceptor } from './envelope.interceptor';
import { EventLogModule } from './event-log/event-log.module';
import { ExportRegistry } from './exports/export-registry';
import { FactoryKeys } from './factory-keys';
import { FleetReader } from './fleet-reader';
import { FileStore } from './files/file-store';
import { FileMaintenance } from './files/file-maintenance';
import { Health } from './health';
import { InstallationMetrics } from './installation-metrics';
import { JobsModule } from './jobs/jobs.module';
import { LOG, makeLog } from './log';
import { BlockLine } from './mqtt/block-line';
import { BrokerDoor } from './mqtt/broker-door';
import { DataErrors } from './mqtt/data-errors';
import { GarbageGate } from './mqtt/garbage-gate';
import { Publisher } from './mqtt/publisher';
import { QuarantineMaintenance } from './mqtt/quarantine-maintenance';
import { ProcessMetrics } from './process-metrics';
import { ProblemFilter } from './problem.filter';
import { Records } from './records/records';
import { TracingModule } from './tracing/tracing.module';
import { WorkbookFiles } from './workbook/workbook-files';

/**
 * Shared by every slice: configuration, clock, log, database, event log, queues, and the global guard, pipe,
 * interceptor and filter.
 */
@Global()
@Module({
  imports: [DiscoveryModule, CqrsModule.forRoot(), TracingModule, DatabaseModule, EventLogModule, JobsModule],
  providers: [
    ClockSync,
    Health,
    ProcessMetrics,
    InstallationMetrics,
    Publisher,
    BlockLine,
    BrokerDoor,
    DataErrors,
    GarbageGate,
    QuarantineMaintenance,
    FactoryKeys,
    AppReader,
    FleetReader,
    FileStore,
    FileMaintenance,
    ExportRegistry,
    Records,
    WorkbookFiles,
    { provide: CONFIG, useFactory: () => readConfig(process.env) },
    { provide: CLOCK, useValue: databaseTime },
    { provide: LOG, inject: [CONFIG], useFactory: (config: Config) => makeLog(config.LOG_LEVEL, config.RUN) },
    ProblemFilter,
    { provide: APP_FILTER, useExisting: ProblemFilter },
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
  ],
  exports: [
    CONFIG,
    CLOCK,
    LOG,
    AppReader,
    FleetReader,
    CqrsModule,
    ExportRegistry,
    FileStore,
    Records,
    WorkbookFiles,
    Health,
    Publisher,
    BlockLine,
    BrokerDoor,
    DataErrors,
    GarbageGate,
    DiscoveryModule,
  ],
})
export class PlatformModule {}
