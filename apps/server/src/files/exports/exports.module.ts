import { Module } from '@nestjs/common';
import { CancelExportHandler } from './cancel-export.command';
import { CreateExportHandler } from './create-export.command';
import { ExportMaintenance } from './export-maintenance';
import { ExportsController } from './exports.controller';
import { WriteExportHandler } from './write-export.command';
import { WriteExportsWhenAsked } from './write-exports-when-asked';

/** Lists as workbooks. The registry in which slices register their lists belongs to the platform: they work without this module, too. */
@Module({
  controllers: [ExportsController],
  providers: [CreateExportHandler, CancelExportHandler, WriteExportHandler, WriteExportsWhenAsked, ExportMaintenance],
})
export class ExportsModule {}
