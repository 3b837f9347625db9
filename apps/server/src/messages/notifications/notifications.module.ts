import { Module } from '@nestjs/common';
import { MarkReadHandler } from './mark-read.command';
import { NotificationMaintenance } from './notification-maintenance';
import { NotificationsController } from './notifications.controller';
import { NotifyAdministratorsWhenEventsAreLost } from './notify-administrators-when-events-are-lost';
import { NotifyMemberWhenAccountChanges } from './notify-member-when-account-changes';
import { NotifyMembersHandler } from './notify-members.command';
import { NotifyMembersWhenFaultNeedsThem } from '../../incidents/faults/notify-members-when-fault-needs-them';
import { NotifyMembersWhenMessageFails } from './notify-members-when-message-fails';
import { NotifyMembersWhenSosNeedsThem } from '../../incidents/sos/notify-members-when-sos-needs-them';
import { SubscribeToPushHandler, UnsubscribeFromPushHandler } from './push-devices.command';
import { SetPreferencesHandler } from './set-preferences.command';

@Module({
  controllers: [NotificationsController],
  providers: [
    NotifyMembersHandler,
    MarkReadHandler,
    SetPreferencesHandler,
    SubscribeToPushHandler,
    UnsubscribeFromPushHandler,
    NotifyMembersWhenSosNeedsThem,
    NotifyMembersWhenFaultNeedsThem,
    NotifyMemberWhenAccountChanges,
    NotifyMembersWhenMessageFails,
    NotifyAdministratorsWhenEventsAreLost,
    NotificationMaintenance,
  ],
})
export class NotificationsModule {}
