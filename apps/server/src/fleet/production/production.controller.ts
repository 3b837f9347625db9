import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { production } from '@headland/contracts/production';
import { Serve } from '../../platform/serve';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { ChangeUnit } from './change-unit.command';
import { ProductionReads } from './production.reads';
import { ShipUnits } from './ship-units.command';

type Production = typeof production;

@Controller()
export class ProductionController {
  constructor(
    private readonly units: ProductionReads,
    private readonly commands: CommandBus,
  ) {}

  @Serve(production.list) list(
    { query }: Parsed<Production['list']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Production['list']>> {
    return this.units.list(query, caller);
  }

  @Serve(production.ship) ship(
    { body }: Parsed<Production['ship']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Production['ship']>> {
    return this.commands.execute(new ShipUnits(body, caller));
  }

  @Serve(production.get) get(
    { params }: Parsed<Production['get']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Production['get']>> {
    return this.units.get(params.id, caller);
  }

  @Serve(production.change) change(
    { params, body }: Parsed<Production['change']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Production['change']>> {
    return this.commands.execute(new ChangeUnit(params.id, body, caller));
  }

  @Serve(production.history) history(
    { params, query }: Parsed<Production['history']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Production['history']>> {
    return this.units.history(params.id, query, caller.scope);
  }

  @Serve(production.customer) customer(
    { params }: Parsed<Production['customer']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Production['customer']>> {
    return this.units.customer(params.id, caller);
  }
}
