import { Module } from '@nestjs/common';
import { VehiclePast } from './vehicle-past.reads';
import { VehicleReads } from './vehicle.reads';
import { VehiclesController } from './vehicles.controller';

@Module({ controllers: [VehiclesController], providers: [VehicleReads, VehiclePast] })
export class VehiclesModule {}
