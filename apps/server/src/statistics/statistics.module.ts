import { Module } from '@nestjs/common';
import { FaultCatalogueModule } from '../faults/fault-catalogue.module';
import { DashController } from './dash.controller';
import { DashFigures } from './dash-figures.reads';
import { DashReads } from './dash.reads';
import { Figures } from './figures.part';
import { KeepFigures } from './keep-figures';

@Module({ imports: [FaultCatalogueModule], controllers: [DashController], providers: [DashReads, DashFigures, Figures, KeepFigures], exports: [Figures] })
export class StatisticsModule {}
