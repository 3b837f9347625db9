import { Module } from '@nestjs/common';
import { NotificationsModule } from '../../messages/notifications/notifications.module';
import { AcknowledgeSosHandler } from './acknowledge-sos.command';
import { AssignSosHandler } from './assign-sos.command';
import { MarkFalseAlarmHandler } from './mark-false-alarm.command';
import { CorrectDispatchHandler } from './correct-dispatch.command';
import { DispatchSosHandler } from './dispatch-sos.command';
import { DropDeviceIndex } from './drop-device-index';
import { EscalateSosHandler, EscalateSosWhenDueHandler } from './escalate-sos.command';
import { EscalateSosWhenUnacknowledged } from './escalate-sos-when-unacknowledged';
import { EvidenceReads } from './evidence/evidence.reads';
import { MakeSosEvidenceHandler } from './evidence/make-sos-evidence.command';
import { NoteSosHandler } from './note-sos.command';
import { RecordSosMessagesHandler } from './record-sos-messages.command';
import { RecordTiltRolloverHandler } from './record-tilt-rollover.handler';
import { RemindHandlerWhenDispatchIsSilent } from './remind-handler-when-dispatch-is-silent';
import { ReopenSosHandler } from './reopen-sos.command';
import { ResolveSosHandler } from './resolve-sos.command';
import { SosController } from './sos.controller';
import { SosExport } from './sos.export';
import { SosReads } from './sos.reads';
import { NotifyAgencyWhenSosIsRaised } from './notify-agency-when-sos-is-raised';
import { NotifyDriverPanelWhenSosChanges } from './notify-driver-panel-when-sos-changes';
import { NotifyHandlerWhenSosIsAssigned } from './notify-handler-when-sos-is-assigned';
import { NotifyMembersWhenSosNeedsThem } from './notify-members-when-sos-needs-them';
import { NotifyOrganizationWhenSosIsEscalated } from './notify-organization-when-sos-is-escalated';

@Module({
  imports: [NotificationsModule],
  controllers: [SosController],
  providers: [
    SosReads,
    SosExport,
    EvidenceReads,
    MakeSosEvidenceHandler,
    RecordSosMessagesHandler,
    RecordTiltRolloverHandler,
    AcknowledgeSosHandler,
    DispatchSosHandler,
    AssignSosHandler,
    CorrectDispatchHandler,
    ReopenSosHandler,
    EscalateSosHandler,
    EscalateSosWhenDueHandler,
    NoteSosHandler,
    ResolveSosHandler,
    MarkFalseAlarmHandler,
    EscalateSosWhenUnacknowledged,
    NotifyAgencyWhenSosIsRaised,
    NotifyHandlerWhenSosIsAssigned,
    NotifyMembersWhenSosNeedsThem,
    NotifyOrganizationWhenSosIsEscalated,
    NotifyDriverPanelWhenSosChanges,
    RemindHandlerWhenDispatchIsSilent,
    DropDeviceIndex,
  ],
})
export class SosModule {}
