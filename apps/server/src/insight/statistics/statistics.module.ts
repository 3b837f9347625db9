import { Module } from '@nestjs/common';
import { FaultCatalogueModule } from '../../incidents/faults/fault-catalogue.module';
import { DashController } from './dash.controller';
import { DashFigures } from './dash-figures.reads';
import { DashReads } from './dash.reads';
import { StatisticsAggregates } from './statistics-aggregates.tx';
import { AggregateStatistics } from './aggregate-statistics';
import { OperationActivity } from './operation-activity.reads';
import { OperationDataController } from './operation-data.controller';
import { OperationDataExports } from './operation-data.export';
import { OperationIncidents } from './operation-incidents.reads';
import { ZoneDays } from './zone-days.reads';

@Module({
  imports: [FaultCatalogueModule],
  controllers: [DashController, OperationDataController],
  providers: [
    DashReads,
    DashFigures,
    ZoneDays,
    StatisticsAggregates,
    AggregateStatistics,
    OperationActivity,
    OperationIncidents,
    OperationDataExports,
  ],
  exports: [StatisticsAggregates],
})
export class StatisticsModule {}
