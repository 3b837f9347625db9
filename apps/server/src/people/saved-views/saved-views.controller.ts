import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { savedViews } from '@headland/contracts/saved-view';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { Serve } from '../../platform/serve';
import { RemoveView } from './remove-view.command';
import { SaveView } from './save-view.command';
import { viewsOf } from './saved-view.reads';
import { SetDefaultView } from './set-default-view.command';

type V = typeof savedViews;

@Controller()
export class SavedViewsController {
  constructor(
    private readonly commands: CommandBus,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  @Serve(savedViews.list) list(_: Parsed<V['list']>, @CurrentCaller() caller: Caller): Promise<Reply<V['list']>> {
    return viewsOf(this.database, caller);
  }

  @Serve(savedViews.create) create(
    { body: { list, ...body } }: Parsed<V['create']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<V['create']>> {
    return this.commands.execute(new SaveView({ list }, body, caller));
  }

  // before the change of one: its address has the same form
  @Serve(savedViews.setDefault) setDefault(
    { body }: Parsed<V['setDefault']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<V['setDefault']>> {
    return this.commands.execute(new SetDefaultView(body.list, body.viewId, caller));
  }

  @Serve(savedViews.change) change(
    { params, body }: Parsed<V['change']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<V['change']>> {
    return this.commands.execute(new SaveView(params, body, caller));
  }

  @Serve(savedViews.remove) remove(
    { params }: Parsed<V['remove']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<V['remove']>> {
    return this.commands.execute(new RemoveView(params.id, caller));
  }
}
