import { Module } from '@nestjs/common';
import { AdministrationModule } from './administration/administration.module';
import { AlertsModule } from './alerts/alerts.module';
import { DeliveriesModule } from './deliveries/deliveries.module';
import { DevicesModule } from './devices/devices.module';
import { FaultsModule } from './faults/faults.module';
import { LiveModule } from './live/live.module';
import { MailboxModule } from './mailbox/mailbox.module';
import { MyInfoModule } from './my-info/my-info.module';
import { NotificationsModule } from './notifications/notifications.module';
import { OrganizationsModule } from './organizations/organizations.module';
import { PlatformModule } from './platform/platform.module';
import { SessionModule } from './session/session.module';
import { SosModule } from './sos/sos.module';
import { TelemetryModule } from './telemetry/telemetry.module';
import { UsersModule } from './users/users.module';
import { VehiclesModule } from './vehicles/vehicles.module';
import { WallModule } from './wall/wall.module';

/** Every slice. What a process does with them is decided by RUN, inside each adapter. */
@Module({
  imports: [
    PlatformModule,
    SessionModule,
    OrganizationsModule,
    UsersModule,
    DevicesModule,
    VehiclesModule,
    TelemetryModule,
    AlertsModule,
    SosModule,
    FaultsModule,
    DeliveriesModule,
    NotificationsModule,
    MyInfoModule,
    WallModule,
    AdministrationModule,
    MailboxModule,
    LiveModule,
  ],
})
export class AppModule {}
