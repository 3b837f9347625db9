import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { recordController } from '../../platform/records/record-controller';
import { AddVehicleHandler } from './add-vehicle.command';
import { ChangeOwnedHandler } from './change-owned.command';
import { Customer } from './customer.entity';
import { customerRecord } from './customer.record';
import { CustomersController } from './customers.controller';
import { RemoveVehicleHandler } from './remove-vehicle.command';

@Module({
  imports: [TypeOrmModule.forFeature([Customer])],
  controllers: [CustomersController, recordController(customerRecord)],
  providers: [AddVehicleHandler, ChangeOwnedHandler, RemoveVehicleHandler],
})
export class CustomersModule {}
