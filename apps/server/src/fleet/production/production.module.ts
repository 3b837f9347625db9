import { Module } from '@nestjs/common';
import { ChangeUnitHandler } from './change-unit.command';
import { ProductionController } from './production.controller';
import { ProductionExport } from './production.export';
import { ProductionReads } from './production.reads';
import { ShipUnitsHandler } from './ship-units.command';

@Module({
  controllers: [ProductionController],
  providers: [ProductionReads, ProductionExport, ChangeUnitHandler, ShipUnitsHandler],
})
export class ProductionModule {}
