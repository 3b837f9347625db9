import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { devices } from '@headland/contracts/device';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { Serve } from '../../platform/serve';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { ChangeDevice } from './change-device.command';
import { deviceInScope, DeviceReads } from './device.reads';
import { RawMessages } from './raw-messages';
import { UnregisterDevice } from './unregister-device.command';

type Devices = typeof devices;

@Controller()
export class DevicesController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly commands: CommandBus,
    private readonly reads: DeviceReads,
    private readonly raw: RawMessages,
  ) {}

  @Serve(devices.list) list(
    { query }: Parsed<Devices['list']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Devices['list']>> {
    return this.reads.list(query, caller.scope);
  }

  @Serve(devices.firmwares) firmwares(
    _: Parsed<Devices['firmwares']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Devices['firmwares']>> {
    return this.reads.firmwares(caller.scope);
  }

  @Serve(devices.unmatched) unmatched(
    { query }: Parsed<Devices['unmatched']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Devices['unmatched']>> {
    return this.reads.unmatched(query.text, caller.scope);
  }

  @Serve(devices.vehicles) vehicles(
    { query }: Parsed<Devices['vehicles']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Devices['vehicles']>> {
    return this.reads.vehicles(query.text, caller.scope);
  }

  @Serve(devices.get) get(
    { params }: Parsed<Devices['get']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Devices['get']>> {
    return this.reads.get(params.id, caller.scope);
  }

  @Serve(devices.change) change(
    { params, body }: Parsed<Devices['change']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Devices['change']>> {
    return this.commands.execute(new ChangeDevice(params.id, body, caller));
  }

  @Serve(devices.unregister) unregister(
    { params, body }: Parsed<Devices['unregister']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Devices['unregister']>> {
    return this.commands.execute(new UnregisterDevice(params.id, body, caller));
  }

  @Serve(devices.history) history(
    { params, query }: Parsed<Devices['history']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Devices['history']>> {
    return this.reads.history(params.id, query, caller.scope);
  }

  @Serve(devices.messages) async messages(
    { params }: Parsed<Devices['messages']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Devices['messages']>> {
    const { id } = await deviceInScope(this.database, caller.scope, params.id);
    return this.raw.of(id);
  }
}
