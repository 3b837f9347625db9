import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { sosAlerts } from '@headland/contracts/sos';
import { Serve } from '../../platform/serve';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { AcknowledgeSos } from './acknowledge-sos.command';
import { AssignSos } from './assign-sos.command';
import { MarkFalseAlarm } from './mark-false-alarm.command';
import { CorrectDispatch } from './correct-dispatch.command';
import { DispatchSos } from './dispatch-sos.command';
import { EscalateSos } from './escalate-sos.command';
import { EvidenceReads } from './evidence/evidence.reads';
import { MakeSosEvidence } from './evidence/make-sos-evidence.command';
import { NoteSos } from './note-sos.command';
import { ReopenSos } from './reopen-sos.command';
import { ResolveSos } from './resolve-sos.command';
import { SosReads } from './sos.reads';

type SosEndpoints = typeof sosAlerts;

@Controller()
export class SosController {
  constructor(
    private readonly reads: SosReads,
    private readonly evidenceReads: EvidenceReads,
    private readonly commands: CommandBus,
  ) {}

  @Serve(sosAlerts.list) list(
    { query }: Parsed<SosEndpoints['list']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<SosEndpoints['list']>> {
    return this.reads.list(query, caller);
  }

  @Serve(sosAlerts.counts) counts(
    { query }: Parsed<SosEndpoints['counts']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<SosEndpoints['counts']>> {
    return this.reads.counts(query.from, caller);
  }

  @Serve(sosAlerts.people) people(
    { query }: Parsed<SosEndpoints['people']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<SosEndpoints['people']>> {
    return this.reads.people(query.agencyId, caller.scope);
  }

  @Serve(sosAlerts.replay) replay(
    { query }: Parsed<SosEndpoints['replay']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<SosEndpoints['replay']>> {
    return this.reads.replay(query.after, caller.scope);
  }

  @Serve(sosAlerts.get) get(
    { params }: Parsed<SosEndpoints['get']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<SosEndpoints['get']>> {
    return this.reads.get(params.id, caller);
  }

  @Serve(sosAlerts.incident) incident(
    { params }: Parsed<SosEndpoints['incident']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<SosEndpoints['incident']>> {
    return this.reads.incident(params.id, caller);
  }

  @Serve(sosAlerts.handlers) handlers(
    { params }: Parsed<SosEndpoints['handlers']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<SosEndpoints['handlers']>> {
    return this.reads.handlers(params.id, caller.scope);
  }

  @Serve(sosAlerts.acknowledge) acknowledge(
    { params }: Parsed<SosEndpoints['acknowledge']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<SosEndpoints['acknowledge']>> {
    return this.commands.execute(new AcknowledgeSos(params.id, caller));
  }

  @Serve(sosAlerts.dispatch) dispatch(
    { params, body }: Parsed<SosEndpoints['dispatch']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<SosEndpoints['dispatch']>> {
    return this.commands.execute(new DispatchSos(params.id, body, caller));
  }

  @Serve(sosAlerts.correctDispatch) correctDispatch(
    { params, body }: Parsed<SosEndpoints['correctDispatch']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<SosEndpoints['correctDispatch']>> {
    return this.commands.execute(new CorrectDispatch(params.id, body, caller));
  }

  @Serve(sosAlerts.assign) assign(
    { params, body }: Parsed<SosEndpoints['assign']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<SosEndpoints['assign']>> {
    return this.commands.execute(new AssignSos(params.id, body.userId, caller, body.version));
  }

  @Serve(sosAlerts.escalate) escalate(
    { params, body }: Parsed<SosEndpoints['escalate']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<SosEndpoints['escalate']>> {
    return this.commands.execute(new EscalateSos(params.id, body.reason, caller, body.version));
  }

  @Serve(sosAlerts.note) note(
    { params, body }: Parsed<SosEndpoints['note']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<SosEndpoints['note']>> {
    return this.commands.execute(new NoteSos(params.id, body.note, caller));
  }

  @Serve(sosAlerts.resolve) resolve(
    { params, body }: Parsed<SosEndpoints['resolve']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<SosEndpoints['resolve']>> {
    return this.commands.execute(new ResolveSos(params.id, body, caller));
  }

  @Serve(sosAlerts.falseAlarm) falseAlarm(
    { params, body }: Parsed<SosEndpoints['falseAlarm']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<SosEndpoints['falseAlarm']>> {
    return this.commands.execute(new MarkFalseAlarm(params.id, body, caller));
  }

  @Serve(sosAlerts.reopen) reopen(
    { params, body }: Parsed<SosEndpoints['reopen']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<SosEndpoints['reopen']>> {
    return this.commands.execute(new ReopenSos(params.id, body, caller));
  }

  @Serve(sosAlerts.evidence) evidence(
    { params }: Parsed<SosEndpoints['evidence']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<SosEndpoints['evidence']>> {
    return this.evidenceReads.list(params.id, caller.scope);
  }

  @Serve(sosAlerts.makeEvidence) makeEvidence(
    { params }: Parsed<SosEndpoints['makeEvidence']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<SosEndpoints['makeEvidence']>> {
    return this.commands.execute(new MakeSosEvidence(params.id, caller));
  }

  @Serve(sosAlerts.evidenceFile) evidenceFile(
    { params }: Parsed<SosEndpoints['evidenceFile']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<SosEndpoints['evidenceFile']>> {
    return this.evidenceReads.file(params.id, params.sheet, caller);
  }

  @Serve(sosAlerts.checkEvidence) checkEvidence(
    { params, file }: Parsed<SosEndpoints['checkEvidence']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<SosEndpoints['checkEvidence']>> {
    return this.evidenceReads.check(params.id, file.bytes, caller.scope);
  }
}
