import { Module } from '@nestjs/common';
import { FaultCatalogueModule } from '../../incidents/faults/fault-catalogue.module';
import { CourseController } from './course.controller';
import { CourseExport } from './course.export';
import { CourseReads } from './course.reads';
import { VehiclePast } from '../../fleet/vehicles/vehicle-past.reads';
import { DashBoard } from './dash.board';
import { DashController } from './dash.controller';
import { DashFigures } from './dash-figures.reads';
import { DashReads } from './dash.reads';
import { DriveDataController } from './drive-data.controller';
import { DriveDataExport } from './drive-data.export';
import { DriveDataReads } from './drive-data.reads';
import { DrivePeriods } from './drive-periods';
import { StatisticsAggregates } from './statistics-aggregates.tx';
import { AggregateStatistics } from './aggregate-statistics';
import { OperationActivity } from './operation-activity.reads';
import { OperationDataController } from './operation-data.controller';
import { OperationDataExports } from './operation-data.export';
import { OperationPeriods } from './operation-periods';
import { OperationIncidents } from './operation-incidents.reads';
import { StoredCourse } from './stored-course';
import { ZoneDays } from './zone-days.reads';

@Module({
  imports: [FaultCatalogueModule],
  controllers: [DashController, DriveDataController, CourseController, OperationDataController],
  providers: [
    DashReads,
    DashFigures,
    DashBoard,
    CourseReads,
    StoredCourse,
    CourseExport,
    ZoneDays,
    StatisticsAggregates,
    AggregateStatistics,
    VehiclePast,
    DrivePeriods,
    DriveDataReads,
    DriveDataExport,
    OperationPeriods,
    OperationActivity,
    OperationIncidents,
    OperationDataExports,
  ],
  exports: [StatisticsAggregates],
})
export class StatisticsModule {}
