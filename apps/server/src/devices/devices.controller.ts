import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { devices } from '@headland/contracts/device';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { Serve } from '../platform/serve';
import { Who, type Caller } from '../platform/who';
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

  @Serve(devices.list) list({ query }: Parsed<Devices['list']>, @Who() who: Caller): Promise<Reply<Devices['list']>> {
    return this.reads.list(query, who.scope);
  }

  @Serve(devices.firmwares) firmwares(_: Parsed<Devices['firmwares']>, @Who() who: Caller): Promise<Reply<Devices['firmwares']>> {
    return this.reads.firmwares(who.scope);
  }

  @Serve(devices.unmatched) unmatched({ query }: Parsed<Devices['unmatched']>, @Who() who: Caller): Promise<Reply<Devices['unmatched']>> {
    return this.reads.unmatched(query.text, who.scope);
  }

  @Serve(devices.vehicles) vehicles({ query }: Parsed<Devices['vehicles']>, @Who() who: Caller): Promise<Reply<Devices['vehicles']>> {
    return this.reads.vehicles(query.text, who.scope);
  }

  @Serve(devices.get) get({ params }: Parsed<Devices['get']>, @Who() who: Caller): Promise<Reply<Devices['get']>> {
    return this.reads.get(params.id, who.scope);
  }

  @Serve(devices.change) change({ params, body }: Parsed<Devices['change']>, @Who() who: Caller): Promise<Reply<Devices['change']>> {
    return this.commands.execute(new ChangeDevice(params.id, body, who));
  }

  @Serve(devices.unregister) unregister({ params, body }: Parsed<Devices['unregister']>, @Who() who: Caller): Promise<Reply<Devices['unregister']>> {
    return this.commands.execute(new UnregisterDevice(params.id, body, who));
  }

  @Serve(devices.history) history({ params, query }: Parsed<Devices['history']>, @Who() who: Caller): Promise<Reply<Devices['history']>> {
    return this.reads.history(params.id, query, who.scope);
  }

  @Serve(devices.messages) async messages({ params }: Parsed<Devices['messages']>, @Who() who: Caller): Promise<Reply<Devices['messages']>> {
    const { id } = await deviceInScope(this.database, who.scope, params.id);
    return this.raw.of(id);
  }
}
