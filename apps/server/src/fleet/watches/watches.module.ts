import { Module } from '@nestjs/common';
import { NotifyWatchersWhenVehicleIsSilent } from './notify-watchers-when-vehicle-is-silent';
import { NotifyWatchersWhenVehicleNeedsAttention } from './notify-watchers-when-vehicle-needs-attention';
import { EndWatchHandler, SetWatchHandler } from './set-watch.command';
import { WatchesController } from './watches.controller';

@Module({
  controllers: [WatchesController],
  providers: [
    SetWatchHandler,
    EndWatchHandler,
    NotifyWatchersWhenVehicleNeedsAttention,
    NotifyWatchersWhenVehicleIsSilent,
  ],
})
export class WatchesModule {}
