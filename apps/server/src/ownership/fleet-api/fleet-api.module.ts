import { Module } from '@nestjs/common';
import { organizationDeleted } from '../../people/organizations/organization-deleted.tx';
import { customerWithdraws } from '../app-members/withdraw.command';
import { customerDeleted } from '../customers/customer-deleted.tx';
import { CreateFleetClientHandler } from './create-fleet-client.command';
import { endClientsOfCustomer, endClientsOfDeletedCustomer, endClientsOfOrganization } from './end-fleet-clients.tx';
import { FleetAccess } from './fleet-access';
import { FleetApiController } from './fleet-api.controller';
import { FleetClientsController } from './fleet-clients.controller';
import { FleetSeriesReads } from './fleet-series.reads';
import { FleetSnapshotReads } from './fleet-snapshot.reads';
import { FleetTokens } from './fleet-tokens';
import { OAuthController } from './oauth.controller';
import { RevokeFleetClientHandler } from './revoke-fleet-client.command';
import { RotateFleetSecretHandler } from './rotate-fleet-secret.command';

/** The Fleet API (ISO/TS 15143-3), and the clients that staff give to customers and organizations. */
@Module({
  controllers: [OAuthController, FleetApiController, FleetClientsController],
  providers: [
    FleetTokens,
    FleetAccess,
    FleetSnapshotReads,
    FleetSeriesReads,
    CreateFleetClientHandler,
    RotateFleetSecretHandler,
    RevokeFleetClientHandler,
  ],
})
export class FleetApiModule {
  constructor() {
    customerWithdraws.add(endClientsOfCustomer);
    customerDeleted.add(endClientsOfDeletedCustomer);
    organizationDeleted.add(endClientsOfOrganization);
  }
}
