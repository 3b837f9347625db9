import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { watches } from '@headland/contracts/watch';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { Serve } from '../../platform/serve';
import { EndWatch, SetWatch } from './set-watch.command';
import { watchesOf } from './watch.reads';

type W = typeof watches;

@Controller()
export class WatchesController {
  constructor(
    private readonly commands: CommandBus,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  @Serve(watches.list) list(_: Parsed<W['list']>, @CurrentCaller() caller: Caller): Promise<Reply<W['list']>> {
    return watchesOf(this.database, caller);
  }

  @Serve(watches.set) set(
    { params, body }: Parsed<W['set']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<W['set']>> {
    return this.commands.execute(new SetWatch(params.id, body, caller));
  }

  @Serve(watches.end) end({ params }: Parsed<W['end']>, @CurrentCaller() caller: Caller): Promise<Reply<W['end']>> {
    return this.commands.execute(new EndWatch(params.id, caller));
  }
}
