import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { rollOuts } from '@headland/contracts/roll-out';
import { Serve } from '../platform/serve';
import { Who, type Caller } from '../platform/who';
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
  list({ query }: Parsed<typeof rollOuts.list>, @Who() who: Caller): Promise<Reply<typeof rollOuts.list>> {
    return this.reads.list(query, who);
  }

  @Serve(rollOuts.get)
  get({ params }: Parsed<typeof rollOuts.get>, @Who() who: Caller): Promise<Reply<typeof rollOuts.get>> {
    return this.reads.get(params.id, who);
  }

  @Serve(rollOuts.vehicles)
  vehicles({ params, query }: Parsed<typeof rollOuts.vehicles>, @Who() who: Caller): Promise<Reply<typeof rollOuts.vehicles>> {
    return this.reads.vehicles(params.id, query, who);
  }

  @Serve(rollOuts.preview)
  preview({ body }: Parsed<typeof rollOuts.preview>, @Who() who: Caller): Promise<Reply<typeof rollOuts.preview>> {
    return this.reads.preview(body, who);
  }

  @Serve(rollOuts.create)
  create({ body }: Parsed<typeof rollOuts.create>, @Who() who: Caller): Promise<Reply<typeof rollOuts.create>> {
    return this.commands.execute(new DraftRollOut(null, body, who));
  }

  @Serve(rollOuts.change)
  change({ params, body }: Parsed<typeof rollOuts.change>, @Who() who: Caller): Promise<Reply<typeof rollOuts.change>> {
    return this.commands.execute(new DraftRollOut({ id: params.id, version: body.version }, body, who));
  }

  @Serve(rollOuts.send)
  send({ params, body }: Parsed<typeof rollOuts.send>, @Who() who: Caller): Promise<Reply<typeof rollOuts.send>> {
    return this.commands.execute(new SendRollOut({ id: params.id, version: body.version }, who));
  }

  @Serve(rollOuts.approve)
  approve({ params, body }: Parsed<typeof rollOuts.approve>, @Who() who: Caller): Promise<Reply<typeof rollOuts.approve>> {
    return this.commands.execute(new ApproveRollOut({ id: params.id, version: body.version }, who));
  }

  @Serve(rollOuts.decline)
  decline({ params, body }: Parsed<typeof rollOuts.decline>, @Who() who: Caller): Promise<Reply<typeof rollOuts.decline>> {
    return this.commands.execute(new DecideRollOut(params.id, 'decline', body.reason, who));
  }

  @Serve(rollOuts.pause)
  pause({ params, body }: Parsed<typeof rollOuts.pause>, @Who() who: Caller): Promise<Reply<typeof rollOuts.pause>> {
    return this.commands.execute(new DecideRollOut(params.id, 'pause', body.reason, who));
  }

  @Serve(rollOuts.resume)
  resume({ params, body }: Parsed<typeof rollOuts.resume>, @Who() who: Caller): Promise<Reply<typeof rollOuts.resume>> {
    return this.commands.execute(new DecideRollOut(params.id, 'resume', body.reason, who));
  }

  @Serve(rollOuts.cancel)
  cancel({ params, body }: Parsed<typeof rollOuts.cancel>, @Who() who: Caller): Promise<Reply<typeof rollOuts.cancel>> {
    return this.commands.execute(new DecideRollOut(params.id, 'cancel', body.reason, who));
  }
}
