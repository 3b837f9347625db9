import { Module } from '@nestjs/common';
import { ChangeVehicleHandler } from './change-vehicle.command';
import { DealerChange } from './dealer-change.reads';
import { EndRemoteStartWhenDueHandler } from './end-remote-start.command';
import { EndRemoteStartWhenEngineRunsOrTimeIsUp } from './end-remote-start-when-engine-runs-or-time-is-up';
import { StartRemotelyHandler } from './start-remotely.command';
import { TrackExport } from './track.export';
import { VehicleHours } from '../../maintenance/hours/vehicle-hours.reads';
import { VehicleRelated } from './vehicle-related.reads';
import { VehiclePast } from './vehicle-past.reads';
import { VehicleReads } from './vehicle.reads';
import { VehiclesController } from './vehicles.controller';
import { VehiclesExport } from './vehicles.export';

@Module({
  controllers: [VehiclesController],
  providers: [
    VehicleReads,
    VehiclePast,
    VehicleHours,
    VehicleRelated,
    DealerChange,
    ChangeVehicleHandler,
    StartRemotelyHandler,
    EndRemoteStartWhenDueHandler,
    EndRemoteStartWhenEngineRunsOrTimeIsUp,
    VehiclesExport,
    TrackExport,
  ],
})
export class VehiclesModule {}
