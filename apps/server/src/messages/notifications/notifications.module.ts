import { Module } from '@nestjs/common';
import { MarkReadHandler } from './mark-read.command';
import { NotificationMaintenance } from './notification-maintenance';
import { NotificationsController } from './notifications.controller';
import { NotifyAdministratorsWhenEventsAreLost } from './notify-administrators-when-events-are-lost';
import { NotifyMemberWhenAccountChanges } from './notify-member-when-account-changes';
import { NotifyMembersHandler } from './notify-members.command';
import { NotifyMembersWhenMessageFails } from './notify-members-when-message-fails';
import { SubscribeToPushHandler, UnsubscribeFromPushHandler } from './push-devices.command';
import { SetPreferencesHandler } from './set-preferences.command';
import { SetQuietHoursHandler } from './set-quiet-hours.command';
import { TakeBackReadHandler } from './take-back-read.command';

@Module({
  controllers: [NotificationsController],
  providers: [
    NotifyMembersHandler,
    MarkReadHandler,
    TakeBackReadHandler,
    SetPreferencesHandler,
    SetQuietHoursHandler,
    SubscribeToPushHandler,
    UnsubscribeFromPushHandler,
    NotifyMemberWhenAccountChanges,
    NotifyMembersWhenMessageFails,
    NotifyAdministratorsWhenEventsAreLost,
    NotificationMaintenance,
  ],
})
export class NotificationsModule {}
