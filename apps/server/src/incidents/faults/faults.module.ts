import { Module } from '@nestjs/common';
import { deviceIsIn, devicesChange } from '../../fleet/devices/install-device.tx';
import { vehiclesReassigned } from '../../fleet/vehicles/reassign-vehicle.tx';
import { NotificationsModule } from '../../messages/notifications/notifications.module';
import { AcceptFaultHandler } from './accept-fault.command';
import { AcceptFaultsHandler } from './accept-faults.command';
import { CatalogueController } from './catalogue.controller';
import { CatalogueReads } from './catalogue.reads';
import { CompleteFaultHandler } from './complete-fault.command';
import { EscalateFaultHandler, EscalateFaultWhenDueHandler } from './escalate-fault.command';
import { EscalateFaultWhenOverdue } from './escalate-fault-when-overdue';
import { FaultCatalogueModule } from './fault-catalogue.module';
import { FaultDetails } from './fault-detail.reads';
import { AddFaultImageHandler, RemoveFaultImageHandler } from './fault-images.command';
import { FaultReads } from './fault.reads';
import { adoptFaults, lockFaults, moveUnacceptedFaults } from './faults-follow-vehicle.tx';
import { FaultsController } from './faults.controller';
import { FaultsExport } from './faults.export';
import { LoadCatalogueHandler } from './load-catalogue.command';
import { NoteFaultHandler } from './note-fault.command';
import { NotifyAgencyWhenFaultAccepted } from './notify-agency-when-fault-accepted';
import { NotifyMembersWhenFaultNeedsThem } from './notify-members-when-fault-needs-them';
import { ReassignFaultHandler } from './reassign-fault.command';
import { RecordFaultMessageHandler } from './record-fault-message.command';
import { TakeFaultHandler } from './take-fault.command';
import { NotifyOrganizationWhenFaultIsEscalated } from './notify-organization-when-fault-is-escalated';
import { UseCatalogueHandler } from './use-catalogue.command';

@Module({
  imports: [FaultCatalogueModule, NotificationsModule],
  controllers: [FaultsController, CatalogueController],
  providers: [
    FaultReads,
    FaultDetails,
    CatalogueReads,
    LoadCatalogueHandler,
    UseCatalogueHandler,
    FaultsExport,
    RecordFaultMessageHandler,
    TakeFaultHandler,
    AcceptFaultHandler,
    AcceptFaultsHandler,
    AddFaultImageHandler,
    RemoveFaultImageHandler,
    ReassignFaultHandler,
    CompleteFaultHandler,
    EscalateFaultHandler,
    EscalateFaultWhenDueHandler,
    NoteFaultHandler,
    EscalateFaultWhenOverdue,
    NotifyAgencyWhenFaultAccepted,
    NotifyMembersWhenFaultNeedsThem,
    NotifyOrganizationWhenFaultIsEscalated,
  ],
})
export class FaultsModule {
  constructor() {
    devicesChange.add(lockFaults);
    deviceIsIn.add(adoptFaults);
    vehiclesReassigned.add(moveUnacceptedFaults);
  }
}
