import { Module } from '@nestjs/common';
import { AddressSearchModule } from './live/address-search/address-search.module';
import { AdministrationModule } from './people/administration/administration.module';
import { AlertsModule } from './incidents/alerts/alerts.module';
import { AppContentModule } from './content/app-content/app-content.module';
import { AppMembersModule } from './ownership/app-members/app-members.module';
import { AppReportModule } from './insight/app-report/app-report.module';
import { AppShopModule } from './content/app-shop/app-shop.module';
import { CategoriesModule } from './content/categories/categories.module';
import { ConsumablesModule } from './maintenance/consumables/consumables.module';
import { CustomersModule } from './ownership/customers/customers.module';
import { DeliveriesModule } from './messages/deliveries/deliveries.module';
import { DevicesModule } from './fleet/devices/devices.module';
import { ExportsModule } from './files/exports/exports.module';
import { FactoryModule } from './fleet/factory/factory.module';
import { FaultsModule } from './incidents/faults/faults.module';
import { ContentSearchModule } from './content/content-search/content-search.module';
import { FaqsModule } from './content/faqs/faqs.module';
import { FleetApiModule } from './ownership/fleet-api/fleet-api.module';
import { GptBannersModule } from './content/gpt-banners/gpt-banners.module';
import { GptChatModule } from './content/gpt-chat/gpt-chat.module';
import { ImagesModule } from './files/images/images.module';
import { InfoCheckModule } from './ownership/info-check/info-check.module';
import { LiveModule } from './live/stream/live.module';
import { MailboxModule } from './messages/mailbox/mailbox.module';
import { ModelsModule } from './fleet/models/models.module';
import { MyInfoModule } from './people/my-info/my-info.module';
import { NoticesModule } from './content/notices/notices.module';
import { NotificationsModule } from './messages/notifications/notifications.module';
import { OrganizationsModule } from './people/organizations/organizations.module';
import { OwnerTransferModule } from './ownership/owner-transfer/owner-transfer.module';
import { PartsModule } from './content/parts/parts.module';
import { PlatformModule } from './platform/platform.module';
import { PostsModule } from './content/posts/posts.module';
import { ProductionModule } from './fleet/production/production.module';
import { SalesModule } from './ownership/sales/sales.module';
import { SavedViewsModule } from './people/saved-views/saved-views.module';
import { SessionModule } from './people/session/session.module';
import { ShopBannersModule } from './content/shop-banners/shop-banners.module';
import { SingleSignOnModule } from './people/single-sign-on/single-sign-on.module';
import { SosModule } from './incidents/sos/sos.module';
import { StatisticsModule } from './insight/statistics/statistics.module';
import { TelemetryModule } from './fleet/telemetry/telemetry.module';
import { UsersModule } from './people/users/users.module';
import { VehiclesModule } from './fleet/vehicles/vehicles.module';
import { WatchesModule } from './fleet/watches/watches.module';
import { WallModule } from './live/wall/wall.module';
import { RemoteServiceModule } from './remote-service/remote-service.module';

/** Every slice. What a process does with them is decided by RUN, inside each adapter. */
@Module({
  imports: [
    PlatformModule,
    SessionModule,
    SingleSignOnModule,
    OrganizationsModule,
    UsersModule,
    DevicesModule,
    ModelsModule,
    ConsumablesModule,
    VehiclesModule,
    WatchesModule,
    InfoCheckModule,
    SalesModule,
    CustomersModule,
    OwnerTransferModule,
    AppContentModule,
    AppMembersModule,
    AppReportModule,
    FleetApiModule,
    GptBannersModule,
    GptChatModule,
    TelemetryModule,
    AlertsModule,
    SosModule,
    FaultsModule,
    DeliveriesModule,
    NoticesModule,
    FaqsModule,
    PostsModule,
    ContentSearchModule,
    NotificationsModule,
    MyInfoModule,
    SavedViewsModule,
    WallModule,
    AddressSearchModule,
    AdministrationModule,
    FactoryModule,
    ProductionModule,
    ExportsModule,
    ImagesModule,
    StatisticsModule,
    CategoriesModule,
    ShopBannersModule,
    PartsModule,
    AppShopModule,
    MailboxModule,
    RemoteServiceModule,
    LiveModule,
  ],
})
export class AppModule {}
