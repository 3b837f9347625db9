import { Module } from '@nestjs/common';
import { ProfilesModule } from '../profiles/profiles.module';
import { RemoteDiagnosisModule } from '../remote-diagnosis/remote-diagnosis.module';
import { CancelFlashHandler } from './cancel-flash.command';
import { ConfirmProgramHandler } from './confirm-program.command';
import { FailFlashHandler } from './fail-flash.command';
import { FlashReports } from './flash-reports';
import { FlashRunsExport } from './flash-runs.export';
import { FlashVehicleReads } from './flash-vehicle.reads';
import { FlashReads } from './flash.reads';
import { MoveFlashWhenDueHandler } from './move-flash-when-due.command';
import { MoveFlashWhenTimeIsUp } from './move-flash-when-time-is-up';
import { NotifyStarterWhenProgrammingEnds } from './notify-starter-when-programming-ends';
import { OfferToDevice } from './offer-program.tx';
import { ReprogramController } from './reprogram.controller';
import { ReprogramExport } from './reprogram.export';
import { ServeBlocks } from './serve-blocks';
import { SigningKey } from './signing-key';
import { StartFlashHandler } from './start-flash.command';
import { UploadProgramHandler } from './upload-program.command';

@Module({
  imports: [RemoteDiagnosisModule, ProfilesModule],
  controllers: [ReprogramController],
  providers: [
    FlashReads,
    FlashReports,
    FlashVehicleReads,
    ReprogramExport,
    FlashRunsExport,
    NotifyStarterWhenProgrammingEnds,
    SigningKey,
    OfferToDevice,
    ServeBlocks,
    UploadProgramHandler,
    ConfirmProgramHandler,
    StartFlashHandler,
    CancelFlashHandler,
    FailFlashHandler,
    MoveFlashWhenDueHandler,
    MoveFlashWhenTimeIsUp,
  ],
  exports: [OfferToDevice, ServeBlocks],
})
export class ReprogramModule {}
