import { Module } from '@nestjs/common';
import { CustomersController } from './customers.controller';
import { DeleteCustomerHandler } from './delete-customer.command';

@Module({ controllers: [CustomersController], providers: [DeleteCustomerHandler] })
export class CustomersModule {}
