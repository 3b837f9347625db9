import { Module } from '@nestjs/common';
import { AcceptFaultHandler } from './accept-fault.command';
import { CompleteFaultHandler } from './complete-fault.command';
import { EscalateFaultHandler, EscalateFaultWhenDueHandler } from './escalate-fault.command';
import { EscalateFaultWhenOverdue } from './escalate-fault-when-overdue';
import { FaultReads } from './fault.reads';
import { FaultsController } from './faults.controller';
import { FaultsExport } from './faults.export';
import { NoteFaultHandler } from './note-fault.command';
import { NotifyAgencyWhenFaultAccepted } from './notify-agency-when-fault-accepted';
import { ReassignFaultHandler } from './reassign-fault.command';
import { RecordFaultMessageHandler } from './record-fault-message.command';
import { TakeFaultHandler } from './take-fault.command';
import { TellOrganizationWhenFaultIsEscalated } from './tell-organization-when-fault-is-escalated';

@Module({
  controllers: [FaultsController],
  providers: [
    FaultReads,
    FaultsExport,
    RecordFaultMessageHandler,
    TakeFaultHandler,
    AcceptFaultHandler,
    ReassignFaultHandler,
    CompleteFaultHandler,
    EscalateFaultHandler,
    EscalateFaultWhenDueHandler,
    NoteFaultHandler,
    EscalateFaultWhenOverdue,
    NotifyAgencyWhenFaultAccepted,
    TellOrganizationWhenFaultIsEscalated,
  ],
})
export class FaultsModule {}
