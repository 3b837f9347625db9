import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { parts } from '@headland/contracts/part';
import { type Caller, CurrentCaller } from '../../platform/caller';
import { Serve } from '../../platform/serve';
import { DisplayParts } from './display-parts.command';
import { itemNames } from './part.reads';

type Parts = typeof parts;

@Controller()
export class PartsController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly commands: CommandBus,
  ) {}

  @Serve(parts.items) items(): Promise<Reply<Parts['items']>> {
    return itemNames(this.database);
  }

  @Serve(parts.display) display(
    { body }: Parsed<Parts['display']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Parts['display']>> {
    return this.commands.execute(new DisplayParts(body, caller));
  }
}
