import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { consumables } from '@headland/contracts/consumable';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { Serve } from '../../platform/serve';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { ConsumableDetailReads } from './consumable-detail.reads';
import { ConsumableReads } from './consumable.reads';
import { NotifyCustomers } from './notify-customers.command';
import { ReplaceConsumable } from './replace-consumable.command';

type Consumables = typeof consumables;

@Controller()
export class ConsumablesController {
  constructor(
    private readonly reads: ConsumableReads,
    private readonly details: ConsumableDetailReads,
    private readonly commands: CommandBus,
  ) {}

  @Serve(consumables.list) list(
    { query }: Parsed<Consumables['list']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Consumables['list']>> {
    return this.reads.list(query, caller);
  }

  @Serve(consumables.items) items(): Promise<Reply<Consumables['items']>> {
    return this.reads.items();
  }

  @Serve(consumables.notify) notify(
    { body }: Parsed<Consumables['notify']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Consumables['notify']>> {
    return this.commands.execute(new NotifyCustomers(body.ids, caller));
  }

  @Serve(consumables.get) get(
    { params }: Parsed<Consumables['get']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Consumables['get']>> {
    return this.details.get(params.id, caller);
  }

  @Serve(consumables.customer) customer(
    { params }: Parsed<Consumables['customer']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Consumables['customer']>> {
    return this.reads.customer(params.id, caller);
  }

  @Serve(consumables.replace) replace(
    { params, body }: Parsed<Consumables['replace']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Consumables['replace']>> {
    return this.commands.execute(new ReplaceConsumable(params.id, body, caller));
  }
}
