import { Module } from '@nestjs/common';
import { AddVehicleHandler } from './add-vehicle.command';
import { ChangeCustomerHandler } from './change-customer.command';
import { ChangeOwnedHandler } from './change-owned.command';
import { CreateCustomerHandler } from './create-customer.command';
import { CustomersController } from './customers.controller';
import { CustomersExport } from './customers.export';
import { DeleteCustomerHandler } from './delete-customer.command';
import { RemoveVehicleHandler } from './remove-vehicle.command';

@Module({
  controllers: [CustomersController],
  providers: [
    CustomersExport,
    CreateCustomerHandler,
    ChangeCustomerHandler,
    DeleteCustomerHandler,
    AddVehicleHandler,
    ChangeOwnedHandler,
    RemoveVehicleHandler,
  ],
})
export class CustomersModule {}
