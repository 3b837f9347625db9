import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { faults } from '@headland/contracts/fault';
import { Serve } from '../platform/serve';
import { Who, type Caller } from '../platform/who';
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

  @Serve(faults.list) list({ query }: Parsed<Faults['list']>, @Who() who: Caller): Promise<Reply<Faults['list']>> {
    return this.reads.list(query, who);
  }

  @Serve(faults.counts) counts(_: Parsed<Faults['counts']>, @Who() who: Caller): Promise<Reply<Faults['counts']>> {
    return this.reads.counts(who);
  }

  @Serve(faults.people) people({ query }: Parsed<Faults['people']>, @Who() who: Caller): Promise<Reply<Faults['people']>> {
    return this.reads.people(query.agencyId, who.scope);
  }

  @Serve(faults.get) get({ params }: Parsed<Faults['get']>, @Who() who: Caller): Promise<Reply<Faults['get']>> {
    return this.details.get(params.id, who);
  }

  @Serve(faults.replay) replay({ params }: Parsed<Faults['replay']>, @Who() who: Caller): Promise<Reply<Faults['replay']>> {
    return this.details.replay(params.id, who);
  }

  @Serve(faults.customer) customer({ params }: Parsed<Faults['customer']>, @Who() who: Caller): Promise<Reply<Faults['customer']>> {
    return this.details.customer(params.id, who);
  }

  @Serve(faults.acceptMany) acceptMany({ body }: Parsed<Faults['acceptMany']>, @Who() who: Caller): Promise<Reply<Faults['acceptMany']>> {
    return this.commands.execute(new AcceptFaults(body, who));
  }

  @Serve(faults.take) take({ params, body }: Parsed<Faults['take']>, @Who() who: Caller): Promise<Reply<Faults['take']>> {
    return this.commands.execute(new TakeFault(params.id, who, body.version));
  }

  @Serve(faults.accept) accept({ params, body }: Parsed<Faults['accept']>, @Who() who: Caller): Promise<Reply<Faults['accept']>> {
    return this.commands.execute(new AcceptFault(params.id, body, who));
  }

  @Serve(faults.reassign) reassign({ params, body }: Parsed<Faults['reassign']>, @Who() who: Caller): Promise<Reply<Faults['reassign']>> {
    return this.commands.execute(new ReassignFault(params.id, body, who));
  }

  @Serve(faults.complete) complete({ params, body }: Parsed<Faults['complete']>, @Who() who: Caller): Promise<Reply<Faults['complete']>> {
    return this.commands.execute(new CompleteFault(params.id, body, who));
  }

  @Serve(faults.escalate) escalate({ params, body }: Parsed<Faults['escalate']>, @Who() who: Caller): Promise<Reply<Faults['escalate']>> {
    return this.commands.execute(new EscalateFault(params.id, body.reason, who, body.version));
  }

  @Serve(faults.note) note({ params, body }: Parsed<Faults['note']>, @Who() who: Caller): Promise<Reply<Faults['note']>> {
    return this.commands.execute(new NoteFault(params.id, body.memo, who, body.version));
  }

  @Serve(faults.addImage) addImage({ params, body }: Parsed<Faults['addImage']>, @Who() who: Caller): Promise<Reply<Faults['addImage']>> {
    return this.commands.execute(new AddFaultImage(params.id, body, who));
  }

  @Serve(faults.removeImage) removeImage({ params, query }: Parsed<Faults['removeImage']>, @Who() who: Caller): Promise<Reply<Faults['removeImage']>> {
    return this.commands.execute(new RemoveFaultImage(params.id, params.imageId, who, query.version));
  }
}
