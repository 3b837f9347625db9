import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { factory } from '@headland/contracts/factory';
import { Serve } from '../../platform/serve';
import { CurrentMachine, type Machine } from '../../platform/caller';
import { deviceState, vehicleState } from './factory.reads';
import { ImportRecords } from './import-records.command';

type Factory = typeof factory;

@Controller()
export class FactoryController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly commands: CommandBus,
  ) {}

  /** Lets an integrator test a key. */
  @Serve(factory.key) key(_: Parsed<Factory['key']>, @CurrentMachine() { name }: Machine): Reply<Factory['key']> {
    return { name };
  }

  @Serve(factory.models) async models(
    { body }: Parsed<Factory['models']>,
    @CurrentMachine() key: Machine,
  ): Promise<Reply<Factory['models']>> {
    return (await this.commands.execute(new ImportRecords(body, key))).models;
  }

  @Serve(factory.vehicles) async vehicles(
    { body }: Parsed<Factory['vehicles']>,
    @CurrentMachine() key: Machine,
  ): Promise<Reply<Factory['vehicles']>> {
    return (await this.commands.execute(new ImportRecords(body, key))).vehicles;
  }

  @Serve(factory.devices) async devices(
    { body }: Parsed<Factory['devices']>,
    @CurrentMachine() key: Machine,
  ): Promise<Reply<Factory['devices']>> {
    return (await this.commands.execute(new ImportRecords(body, key))).devices;
  }

  @Serve(factory.matches) async matches(
    { body }: Parsed<Factory['matches']>,
    @CurrentMachine() key: Machine,
  ): Promise<Reply<Factory['matches']>> {
    return (await this.commands.execute(new ImportRecords(body, key))).matches;
  }

  @Serve(factory.vehicle) vehicle({ params }: Parsed<Factory['vehicle']>): Promise<Reply<Factory['vehicle']>> {
    return vehicleState(this.database, params.vin);
  }

  @Serve(factory.device) device({ params }: Parsed<Factory['device']>): Promise<Reply<Factory['device']>> {
    return deviceState(this.database, params.id);
  }
}
