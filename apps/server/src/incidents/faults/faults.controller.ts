import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { faults } from '@headland/contracts/fault';
import { Serve } from '../../platform/serve';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { AcceptFault } from './accept-fault.command';
import { AcceptFaults } from './accept-faults.command';
import { CompleteFault } from './complete-fault.command';
import { EscalateFault } from './escalate-fault.command';
import { FaultDetails } from './fault-detail.reads';
import { AddFaultImage, RemoveFaultImage } from './fault-images.command';
import { FaultReads } from './fault.reads';
import { NoteFault } from './note-fault.command';
import { ReassignFault } from './reassign-fault.command';
import { TakeFault } from './take-fault.command';

type Faults = typeof faults;

@Controller()
export class FaultsController {
  constructor(
    private readonly reads: FaultReads,
    private readonly details: FaultDetails,
    private readonly commands: CommandBus,
  ) {}

  @Serve(faults.list) list(
    { query }: Parsed<Faults['list']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Faults['list']>> {
    return this.reads.list(query, caller);
  }

  @Serve(faults.counts) counts(
    _: Parsed<Faults['counts']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Faults['counts']>> {
    return this.reads.counts(caller);
  }

  @Serve(faults.people) people(
    { query }: Parsed<Faults['people']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Faults['people']>> {
    return this.reads.people(query.agencyId, caller.scope);
  }

  @Serve(faults.get) get(
    { params }: Parsed<Faults['get']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Faults['get']>> {
    return this.details.get(params.id, caller);
  }

  @Serve(faults.replay) replay(
    { params }: Parsed<Faults['replay']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Faults['replay']>> {
    return this.details.replay(params.id, caller);
  }

  @Serve(faults.customer) customer(
    { params }: Parsed<Faults['customer']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Faults['customer']>> {
    return this.details.customer(params.id, caller);
  }

  @Serve(faults.acceptMany) acceptMany(
    { body }: Parsed<Faults['acceptMany']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Faults['acceptMany']>> {
    return this.commands.execute(new AcceptFaults(body, caller));
  }

  @Serve(faults.take) take(
    { params, body }: Parsed<Faults['take']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Faults['take']>> {
    return this.commands.execute(new TakeFault(params.id, caller, body.version));
  }

  @Serve(faults.accept) accept(
    { params, body }: Parsed<Faults['accept']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Faults['accept']>> {
    return this.commands.execute(new AcceptFault(params.id, body, caller));
  }

  @Serve(faults.reassign) reassign(
    { params, body }: Parsed<Faults['reassign']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Faults['reassign']>> {
    return this.commands.execute(new ReassignFault(params.id, body, caller));
  }

  @Serve(faults.complete) complete(
    { params, body }: Parsed<Faults['complete']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Faults['complete']>> {
    return this.commands.execute(new CompleteFault(params.id, body, caller));
  }

  @Serve(faults.escalate) escalate(
    { params, body }: Parsed<Faults['escalate']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Faults['escalate']>> {
    return this.commands.execute(new EscalateFault(params.id, body.reason, caller, body.version));
  }

  @Serve(faults.note) note(
    { params, body }: Parsed<Faults['note']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Faults['note']>> {
    return this.commands.execute(new NoteFault(params.id, body.memo, caller, body.version));
  }

  @Serve(faults.addImage) addImage(
    { params, body }: Parsed<Faults['addImage']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Faults['addImage']>> {
    return this.commands.execute(new AddFaultImage(params.id, body, caller));
  }

  @Serve(faults.removeImage) removeImage(
    { params, query }: Parsed<Faults['removeImage']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Faults['removeImage']>> {
    return this.commands.execute(new RemoveFaultImage(params.id, params.imageId, caller, query.version));
  }
}
