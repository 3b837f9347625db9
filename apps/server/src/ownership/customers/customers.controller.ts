import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { customers } from '@headland/contracts/customer';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { Serve } from '../../platform/serve';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { AddVehicle } from './add-vehicle.command';
import { ChangeOwned } from './change-owned.command';
import { customerIncidents, customerMessages, customerTransfers } from './customer-related.reads';
import { customerIdFree, personInFull } from './customer.reads';
import { ownedDetail, unsoldVehicles } from './owned.reads';
import { RemoveVehicle } from './remove-vehicle.command';

type Customers = typeof customers;

@Controller()
export class CustomersController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly commands: CommandBus,
  ) {}

  @Serve(customers.idFree) async idFree({ query }: Parsed<Customers['idFree']>): Promise<Reply<Customers['idFree']>> {
    return { free: await customerIdFree(this.database, query.loginId) };
  }

  @Serve(customers.unsold) unsold(
    { query }: Parsed<Customers['unsold']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Customers['unsold']>> {
    return unsoldVehicles(this.database, caller.scope, query.text);
  }

  @Serve(customers.person) person(
    { params }: Parsed<Customers['person']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Customers['person']>> {
    return personInFull(this.database, caller, params.id);
  }

  @Serve(customers.incidents) incidents(
    { params, query }: Parsed<Customers['incidents']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Customers['incidents']>> {
    return customerIncidents(this.database, caller, params.id, query);
  }

  @Serve(customers.transfers) transfers(
    { params }: Parsed<Customers['transfers']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Customers['transfers']>> {
    return customerTransfers(this.database, caller.scope, params.id);
  }

  @Serve(customers.messages) messages(
    { params }: Parsed<Customers['messages']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Customers['messages']>> {
    return customerMessages(this.database, caller, params.id);
  }

  @Serve(customers.addVehicle) addVehicle(
    { params, body }: Parsed<Customers['addVehicle']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Customers['addVehicle']>> {
    return this.commands.execute(new AddVehicle(params.id, body, caller));
  }

  @Serve(customers.vehicle) vehicle(
    { params }: Parsed<Customers['vehicle']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Customers['vehicle']>> {
    return ownedDetail(this.database, caller.scope, params.id);
  }

  @Serve(customers.changeVehicle)
  changeVehicle(
    { params, body }: Parsed<Customers['changeVehicle']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Customers['changeVehicle']>> {
    return this.commands.execute(new ChangeOwned(params.id, body, caller));
  }

  @Serve(customers.removeVehicle)
  removeVehicle(
    { params, body }: Parsed<Customers['removeVehicle']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Customers['removeVehicle']>> {
    return this.commands.execute(new RemoveVehicle(params.id, body.version, caller));
  }
}
