import { Module } from '@nestjs/common';
import { customerWithdraws } from '../app-members/withdraw.command';
import { SessionModule } from '../../people/session/session.module';
import { AnswerTransferHandler } from './answer-transfer.command';
import { AppTransferReads } from './app-transfer.reads';
import { AppTransfersController } from './app-transfers.controller';
import { AppTrips } from './app-trips.reads';
import { AppVehicleReads } from './app-vehicle.reads';
import { AppVehiclesController } from './app-vehicles.controller';
import { ApproveTransferHandler } from './approve-transfer.command';
import { DownloadRdiHandler } from './download-rdi.command';
import { endTransfersOfWithdrawn } from './end-transfers.tx';
import { NotifyMembersWhenTransferAwaits } from './notify-members-when-transfer-awaits';
import { OpenRdiHandler } from './open-rdi.command';
import { OwnerTransfersController } from './owner-transfers.controller';
import { RdiController } from './rdi.controller';
import { RejectTransferHandler, RejectTransferWhenDueHandler } from './reject-transfer.command';
import { RejectTransferWhenNobodyGoesOn } from './reject-transfer-when-nobody-goes-on';
import { RequestTransferHandler } from './request-transfer.command';
import { NotifyCustomersWhenTransferChanges } from './notify-customers-when-transfer-changes';
import { TransferReads } from './transfer.reads';
import { TransfersExport } from './transfers.export';

@Module({
  imports: [SessionModule],
  controllers: [OwnerTransfersController, AppTransfersController, AppVehiclesController, RdiController],
  providers: [
    TransferReads,
    TransfersExport,
    AppTransferReads,
    AppVehicleReads,
    AppTrips,
    RequestTransferHandler,
    AnswerTransferHandler,
    ApproveTransferHandler,
    RejectTransferHandler,
    RejectTransferWhenDueHandler,
    OpenRdiHandler,
    DownloadRdiHandler,
    RejectTransferWhenNobodyGoesOn,
    NotifyCustomersWhenTransferChanges,
    NotifyMembersWhenTransferAwaits,
  ],
})
export class OwnerTransferModule {
  constructor() {
    customerWithdraws.add(endTransfersOfWithdrawn);
  }
}
