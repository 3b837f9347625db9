import { Module } from '@nestjs/common';
import { FaultCatalogueModule } from '../../incidents/faults/fault-catalogue.module';
import { CourseController } from './course.controller';
import { CourseReads } from './course.reads';
import { DashController } from './dash.controller';
import { DashFigures } from './dash-figures.reads';
import { DashReads } from './dash.reads';
import { StatisticsAggregates } from './statistics-aggregates.tx';
import { AggregateStatistics } from './aggregate-statistics';
import { ZoneDays } from './zone-days.reads';

@Module({
  imports: [FaultCatalogueModule],
  controllers: [DashController, CourseController],
  providers: [DashReads, DashFigures, CourseReads, ZoneDays, StatisticsAggregates, AggregateStatistics],
  exports: [StatisticsAggregates],
})
export class StatisticsModule {}
