import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { customers } from '@headland/contracts/customer';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { Serve } from '../platform/serve';
import { Who, type Caller } from '../platform/who';
import { AddVehicle } from './add-vehicle.command';
import { ChangeCustomer } from './change-customer.command';
import { ChangeOwned } from './change-owned.command';
import { CreateCustomer } from './create-customer.command';
import { customerDetail } from './customer-detail.reads';
import { customerHistory, customerIncidents, customerMessages, customerTransfers } from './customer-papers.reads';
import { customerIdFree, customerList, personInFull } from './customer.reads';
import { DeleteCustomer } from './delete-customer.command';
import { ownedDetail, unsoldVehicles } from './owned.reads';
import { RemoveVehicle } from './remove-vehicle.command';

type Customers = typeof customers;

@Controller()
export class CustomersController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly commands: CommandBus,
  ) {}

  @Serve(customers.list) list({ query }: Parsed<Customers['list']>, @Who() who: Caller): Promise<Reply<Customers['list']>> {
    return customerList(this.database, query, who.scope);
  }

  @Serve(customers.idFree) async idFree({ query }: Parsed<Customers['idFree']>): Promise<Reply<Customers['idFree']>> {
    return { free: await customerIdFree(this.database, query.loginId) };
  }

  @Serve(customers.unsold) unsold({ query }: Parsed<Customers['unsold']>, @Who() who: Caller): Promise<Reply<Customers['unsold']>> {
    return unsoldVehicles(this.database, who.scope, query.text);
  }

  @Serve(customers.get) get({ params }: Parsed<Customers['get']>, @Who() who: Caller): Promise<Reply<Customers['get']>> {
    return customerDetail(this.database, who.scope, params.id);
  }

  @Serve(customers.person) person({ params }: Parsed<Customers['person']>, @Who() who: Caller): Promise<Reply<Customers['person']>> {
    return personInFull(this.database, who, params.id);
  }

  @Serve(customers.create) create({ body }: Parsed<Customers['create']>, @Who() who: Caller): Promise<Reply<Customers['create']>> {
    return this.commands.execute(new CreateCustomer(body, who));
  }

  @Serve(customers.change) change({ params, body }: Parsed<Customers['change']>, @Who() who: Caller): Promise<Reply<Customers['change']>> {
    return this.commands.execute(new ChangeCustomer(params.id, body, who));
  }

  @Serve(customers.delete) delete({ params }: Parsed<Customers['delete']>, @Who() who: Caller): Promise<Reply<Customers['delete']>> {
    return this.commands.execute(new DeleteCustomer(params.id, who));
  }

  @Serve(customers.incidents) incidents({ params, query }: Parsed<Customers['incidents']>, @Who() who: Caller): Promise<Reply<Customers['incidents']>> {
    return customerIncidents(this.database, who, params.id, query);
  }

  @Serve(customers.transfers) transfers({ params }: Parsed<Customers['transfers']>, @Who() who: Caller): Promise<Reply<Customers['transfers']>> {
    return customerTransfers(this.database, who.scope, params.id);
  }

  @Serve(customers.messages) messages({ params }: Parsed<Customers['messages']>, @Who() who: Caller): Promise<Reply<Customers['messages']>> {
    return customerMessages(this.database, who.scope, params.id);
  }

  @Serve(customers.history) history({ params, query }: Parsed<Customers['history']>, @Who() who: Caller): Promise<Reply<Customers['history']>> {
    return customerHistory(this.database, who.scope, params.id, query);
  }

  @Serve(customers.addVehicle) addVehicle({ params, body }: Parsed<Customers['addVehicle']>, @Who() who: Caller): Promise<Reply<Customers['addVehicle']>> {
    return this.commands.execute(new AddVehicle(params.id, body, who));
  }

  @Serve(customers.vehicle) vehicle({ params }: Parsed<Customers['vehicle']>, @Who() who: Caller): Promise<Reply<Customers['vehicle']>> {
    return ownedDetail(this.database, who.scope, params.id);
  }

  @Serve(customers.changeVehicle)
  changeVehicle({ params, body }: Parsed<Customers['changeVehicle']>, @Who() who: Caller): Promise<Reply<Customers['changeVehicle']>> {
    return this.commands.execute(new ChangeOwned(params.id, body, who));
  }

  @Serve(customers.removeVehicle)
  removeVehicle({ params, body }: Parsed<Customers['removeVehicle']>, @Who() who: Caller): Promise<Reply<Customers['removeVehicle']>> {
    return this.commands.execute(new RemoveVehicle(params.id, body.version, who));
  }
}
