import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { customers } from '@headland/contracts/customer';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { Serve } from '../platform/serve';
import { Who, type Caller } from '../platform/who';
import { DeleteCustomer } from './delete-customer.command';

type Customers = typeof customers;

@Controller()
export class CustomersController {
  constructor(private readonly commands: CommandBus) {}

  @Serve(customers.delete) delete({ params }: Parsed<Customers['delete']>, @Who() who: Caller): Promise<Reply<Customers['delete']>> {
    return this.commands.execute(new DeleteCustomer(params.id, who));
  }
}
