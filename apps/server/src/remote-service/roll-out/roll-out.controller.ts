import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { rollOuts } from '@headland/contracts/roll-out';
import { Serve } from '../../platform/serve';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { ApproveRollOut } from './approve-roll-out.command';
import { DecideRollOut } from './decide-roll-out.command';
import { DraftRollOut } from './draft-roll-out.command';
import { RollOutReads } from './roll-out.reads';
import { SendRollOut } from './send-roll-out.command';

@Controller()
export class RollOutController {
  constructor(
    private readonly reads: RollOutReads,
    private readonly commands: CommandBus,
  ) {}

  @Serve(rollOuts.list)
  list({ query }: Parsed<typeof rollOuts.list>, @CurrentCaller() caller: Caller): Promise<Reply<typeof rollOuts.list>> {
    return this.reads.list(query, caller);
  }

  @Serve(rollOuts.get)
  get({ params }: Parsed<typeof rollOuts.get>, @CurrentCaller() caller: Caller): Promise<Reply<typeof rollOuts.get>> {
    return this.reads.get(params.id, caller);
  }

  @Serve(rollOuts.vehicles)
  vehicles(
    { params, query }: Parsed<typeof rollOuts.vehicles>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof rollOuts.vehicles>> {
    return this.reads.vehicles(params.id, query, caller);
  }

  @Serve(rollOuts.preview)
  preview(
    { body }: Parsed<typeof rollOuts.preview>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof rollOuts.preview>> {
    return this.reads.preview(body, caller);
  }

  @Serve(rollOuts.create)
  create(
    { body }: Parsed<typeof rollOuts.create>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof rollOuts.create>> {
    return this.commands.execute(new DraftRollOut(null, body, caller));
  }

  @Serve(rollOuts.change)
  change(
    { params, body }: Parsed<typeof rollOuts.change>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof rollOuts.change>> {
    return this.commands.execute(new DraftRollOut({ id: params.id, version: body.version }, body, caller));
  }

  @Serve(rollOuts.send)
  send(
    { params, body }: Parsed<typeof rollOuts.send>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof rollOuts.send>> {
    return this.commands.execute(new SendRollOut({ id: params.id, version: body.version }, caller));
  }

  @Serve(rollOuts.approve)
  approve(
    { params, body }: Parsed<typeof rollOuts.approve>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof rollOuts.approve>> {
    return this.commands.execute(new ApproveRollOut({ id: params.id, version: body.version }, caller));
  }

  @Serve(rollOuts.decline)
  decline(
    { params, body }: Parsed<typeof rollOuts.decline>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof rollOuts.decline>> {
    return this.commands.execute(new DecideRollOut(params.id, 'decline', body, caller));
  }

  @Serve(rollOuts.pause)
  pause(
    { params, body }: Parsed<typeof rollOuts.pause>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof rollOuts.pause>> {
    return this.commands.execute(new DecideRollOut(params.id, 'pause', body, caller));
  }

  @Serve(rollOuts.resume)
  resume(
    { params, body }: Parsed<typeof rollOuts.resume>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof rollOuts.resume>> {
    return this.commands.execute(new DecideRollOut(params.id, 'resume', body, caller));
  }

  @Serve(rollOuts.cancel)
  cancel(
    { params, body }: Parsed<typeof rollOuts.cancel>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof rollOuts.cancel>> {
    return this.commands.execute(new DecideRollOut(params.id, 'cancel', body, caller));
  }
}
