import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { sosAlerts } from '@headland/contracts/sos';
import { Serve } from '../../platform/serve';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { AcknowledgeSos } from './acknowledge-sos.command';
import { AssignSos } from './assign-sos.command';
import { CallFalseAlarm } from './call-false-alarm.command';
import { CorrectDispatch } from './correct-dispatch.command';
import { DispatchSos } from './dispatch-sos.command';
import { EscalateSos } from './escalate-sos.command';
import { EvidenceReads } from './evidence/evidence.reads';
import { MakeSosEvidence } from './evidence/make-sos-evidence.command';
import { NoteSos } from './note-sos.command';
import { ReopenSos } from './reopen-sos.command';
import { ResolveSos } from './resolve-sos.command';
import { SosReads } from './sos.reads';

type Calls = typeof sosAlerts;

@Controller()
export class SosController {
  constructor(
    private readonly reads: SosReads,
    private readonly sheets: EvidenceReads,
    private readonly commands: CommandBus,
  ) {}

  @Serve(sosAlerts.list) list(
    { query }: Parsed<Calls['list']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Calls['list']>> {
    return this.reads.list(query, caller);
  }

  @Serve(sosAlerts.counts) counts(
    { query }: Parsed<Calls['counts']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Calls['counts']>> {
    return this.reads.counts(query.from, caller);
  }

  @Serve(sosAlerts.replay) replay(
    { query }: Parsed<Calls['replay']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Calls['replay']>> {
    return this.reads.replay(query.after, caller.scope);
  }

  @Serve(sosAlerts.get) get(
    { params }: Parsed<Calls['get']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Calls['get']>> {
    return this.reads.get(params.id, caller);
  }

  @Serve(sosAlerts.incident) incident(
    { params }: Parsed<Calls['incident']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Calls['incident']>> {
    return this.reads.incident(params.id, caller);
  }

  @Serve(sosAlerts.handlers) handlers(
    { params }: Parsed<Calls['handlers']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Calls['handlers']>> {
    return this.reads.handlers(params.id, caller.scope);
  }

  @Serve(sosAlerts.acknowledge) acknowledge(
    { params }: Parsed<Calls['acknowledge']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Calls['acknowledge']>> {
    return this.commands.execute(new AcknowledgeSos(params.id, caller));
  }

  @Serve(sosAlerts.dispatch) dispatch(
    { params, body }: Parsed<Calls['dispatch']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Calls['dispatch']>> {
    return this.commands.execute(new DispatchSos(params.id, body, caller));
  }

  @Serve(sosAlerts.correctDispatch) correctDispatch(
    { params, body }: Parsed<Calls['correctDispatch']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Calls['correctDispatch']>> {
    return this.commands.execute(new CorrectDispatch(params.id, body, caller));
  }

  @Serve(sosAlerts.assign) assign(
    { params, body }: Parsed<Calls['assign']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Calls['assign']>> {
    return this.commands.execute(new AssignSos(params.id, body.userId, caller, body.version));
  }

  @Serve(sosAlerts.escalate) escalate(
    { params, body }: Parsed<Calls['escalate']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Calls['escalate']>> {
    return this.commands.execute(new EscalateSos(params.id, body.reason, caller, body.version));
  }

  @Serve(sosAlerts.note) note(
    { params, body }: Parsed<Calls['note']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Calls['note']>> {
    return this.commands.execute(new NoteSos(params.id, body.note, caller));
  }

  @Serve(sosAlerts.resolve) resolve(
    { params, body }: Parsed<Calls['resolve']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Calls['resolve']>> {
    return this.commands.execute(new ResolveSos(params.id, body, caller));
  }

  @Serve(sosAlerts.falseAlarm) falseAlarm(
    { params, body }: Parsed<Calls['falseAlarm']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Calls['falseAlarm']>> {
    return this.commands.execute(new CallFalseAlarm(params.id, body, caller));
  }

  @Serve(sosAlerts.reopen) reopen(
    { params, body }: Parsed<Calls['reopen']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Calls['reopen']>> {
    return this.commands.execute(new ReopenSos(params.id, body, caller));
  }

  @Serve(sosAlerts.evidence) evidence(
    { params }: Parsed<Calls['evidence']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Calls['evidence']>> {
    return this.sheets.list(params.id, caller.scope);
  }

  @Serve(sosAlerts.makeEvidence) makeEvidence(
    { params }: Parsed<Calls['makeEvidence']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Calls['makeEvidence']>> {
    return this.commands.execute(new MakeSosEvidence(params.id, caller));
  }

  @Serve(sosAlerts.evidenceFile) evidenceFile(
    { params }: Parsed<Calls['evidenceFile']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Calls['evidenceFile']>> {
    return this.sheets.file(params.id, params.sheet, caller);
  }

  @Serve(sosAlerts.checkEvidence) checkEvidence(
    { params, file }: Parsed<Calls['checkEvidence']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Calls['checkEvidence']>> {
    return this.sheets.check(params.id, file.bytes, caller.scope);
  }
}
