import { Module } from '@nestjs/common';
import { ProfilesModule } from '../profiles/profiles.module';
import { ReprogramModule } from '../reprogram/reprogram.module';
import { runChanged } from '../reprogram/run-ended.hook';
import { ApproveRollOutHandler } from './approve-roll-out.command';
import { CancelRunsWhenRollOutIsCancelled } from './cancel-runs-when-roll-out-is-cancelled';
import { DecideRollOutHandler } from './decide-roll-out.command';
import { DraftRollOutHandler } from './draft-roll-out.command';
import { MoveRollOutHandler } from './move-roll-out.command';
import { MoveRollOutWhenDue } from './move-roll-out-when-due';
import { NotifyWhenRollOutMoves } from './notify-when-roll-out-moves';
import { RollOutController } from './roll-out.controller';
import { RollOutExports } from './roll-out.export';
import { RollOutReads } from './roll-out.reads';
import { rollOutRunEnded } from './run-ended.tx';
import { SendRollOutHandler } from './send-roll-out.command';
import { ProcessVehicleHandler } from './process-vehicle.command';
import { TryVehicleWhenItChanges } from './try-vehicle-when-it-changes';

@Module({
  imports: [ReprogramModule, ProfilesModule],
  controllers: [RollOutController],
  providers: [
    RollOutReads,
    RollOutExports,
    DraftRollOutHandler,
    SendRollOutHandler,
    ApproveRollOutHandler,
    DecideRollOutHandler,
    MoveRollOutHandler,
    ProcessVehicleHandler,
    MoveRollOutWhenDue,
    TryVehicleWhenItChanges,
    CancelRunsWhenRollOutIsCancelled,
    NotifyWhenRollOutMoves,
  ],
})
export class RollOutModule {
  constructor() {
    runChanged.add(rollOutRunEnded);
  }
}
