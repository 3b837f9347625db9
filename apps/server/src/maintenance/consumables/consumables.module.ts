import { Module } from '@nestjs/common';
import { VehicleHours } from '../hours/vehicle-hours.reads';
import { AlarmConsumablesHandler } from './alarm-consumables.command';
import { AlarmOwnerAndAgencyWhenConsumableIsDue } from './alarm-owner-and-agency-when-consumable-is-due';
import { ConsumableDetailReads } from './consumable-detail.reads';
import { ConsumableReads } from './consumable.reads';
import { CycleMaintenance } from './cycle-maintenance';
import { ConsumablesController } from './consumables.controller';
import { ConsumablesExport } from './consumables.export';
import { NotifyCustomersHandler } from './notify-customers.command';
import { ReplaceConsumableHandler } from './replace-consumable.command';
import { TurnConsumablesWhenTheirDayComes } from './turn-consumables-when-their-day-comes';

@Module({
  controllers: [ConsumablesController],
  providers: [
    VehicleHours,
    ConsumableReads,
    ConsumableDetailReads,
    ConsumablesExport,
    ReplaceConsumableHandler,
    NotifyCustomersHandler,
    AlarmConsumablesHandler,
    CycleMaintenance,
    TurnConsumablesWhenTheirDayComes,
    AlarmOwnerAndAgencyWhenConsumableIsDue,
  ],
})
export class ConsumablesModule {}
