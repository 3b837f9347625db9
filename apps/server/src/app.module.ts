import { Module } from '@nestjs/common';
import { AdministrationModule } from './administration/administration.module';
import { AfterServiceModule } from './after-service/after-service.module';
import { AlertsModule } from './alerts/alerts.module';
import { AppMembersModule } from './app-members/app-members.module';
import { ConsumablesModule } from './consumables/consumables.module';
import { CustomersModule } from './customers/customers.module';
import { DeliveriesModule } from './deliveries/deliveries.module';
import { DevicesModule } from './devices/devices.module';
import { ExportsModule } from './exports/exports.module';
import { FactoryModule } from './factory/factory.module';
import { FaultsModule } from './faults/faults.module';
import { ImagesModule } from './images/images.module';
import { InfoCheckModule } from './info-check/info-check.module';
import { LiveModule } from './live/live.module';
import { MailboxModule } from './mailbox/mailbox.module';
import { ModelsModule } from './models/models.module';
import { MyInfoModule } from './my-info/my-info.module';
import { NotificationsModule } from './notifications/notifications.module';
import { OrganizationsModule } from './organizations/organizations.module';
import { OwnerTransferModule } from './owner-transfer/owner-transfer.module';
import { PlatformModule } from './platform/platform.module';
import { ProductionModule } from './production/production.module';
import { RemoteDiagnosisModule } from './remote-diagnosis/remote-diagnosis.module';
import { RollOutModule } from './roll-out/roll-out.module';
import { SalesModule } from './sales/sales.module';
import { SessionModule } from './session/session.module';
import { SosModule } from './sos/sos.module';
import { StatisticsModule } from './statistics/statistics.module';
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
    ModelsModule,
    ConsumablesModule,
    VehiclesModule,
    InfoCheckModule,
    SalesModule,
    CustomersModule,
    OwnerTransferModule,
    AppMembersModule,
    TelemetryModule,
    AlertsModule,
    SosModule,
    FaultsModule,
    DeliveriesModule,
    NotificationsModule,
    MyInfoModule,
    WallModule,
    AdministrationModule,
    FactoryModule,
    ProductionModule,
    ExportsModule,
    ImagesModule,
    StatisticsModule,
    MailboxModule,
    RemoteDiagnosisModule,
    RollOutModule,
    AfterServiceModule,
    LiveModule,
  ],
})
export class AppModule {}
