import { Module } from '@nestjs/common';
import { AskForExportsWhenScheduled } from './ask-for-exports-when-scheduled';
import { CancelExportHandler } from './cancel-export.command';
import { CreateExportHandler } from './create-export.command';
import { ExportMaintenance } from './export-maintenance';
import { ExportSchedulesController } from './export-schedules.controller';
import { ExportsController } from './exports.controller';
import { RemoveExportScheduleHandler } from './remove-export-schedule.command';
import { SaveExportScheduleHandler } from './save-export-schedule.command';
import { WriteExportHandler } from './write-export.command';
import { WriteExportsWhenAsked } from './write-exports-when-asked';

/** Lists as workbooks. The registry in which slices register their lists belongs to the platform: they work without this module, too. */
@Module({
  controllers: [ExportsController, ExportSchedulesController],
  providers: [
    CreateExportHandler,
    CancelExportHandler,
    WriteExportHandler,
    WriteExportsWhenAsked,
    ExportMaintenance,
    SaveExportScheduleHandler,
    RemoveExportScheduleHandler,
    AskForExportsWhenScheduled,
  ],
})
export class ExportsModule {}
