import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { sosCalls } from '@headland/contracts/sos';
import { Serve } from '../platform/serve';
import { Who, type Caller } from '../platform/who';
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

type Calls = typeof sosCalls;

@Controller()
export class SosController {
  constructor(
    private readonly reads: SosReads,
    private readonly sheets: EvidenceReads,
    private readonly commands: CommandBus,
  ) {}

  @Serve(sosCalls.list) list({ query }: Parsed<Calls['list']>, @Who() who: Caller): Promise<Reply<Calls['list']>> {
    return this.reads.list(query, who);
  }

  @Serve(sosCalls.counts) counts({ query }: Parsed<Calls['counts']>, @Who() who: Caller): Promise<Reply<Calls['counts']>> {
    return this.reads.counts(query.from, who);
  }

  @Serve(sosCalls.replay) replay({ query }: Parsed<Calls['replay']>, @Who() who: Caller): Promise<Reply<Calls['replay']>> {
    return this.reads.replay(query.after, who.scope);
  }

  @Serve(sosCalls.get) get({ params }: Parsed<Calls['get']>, @Who() who: Caller): Promise<Reply<Calls['get']>> {
    return this.reads.get(params.id, who);
  }

  @Serve(sosCalls.incident) incident({ params }: Parsed<Calls['incident']>, @Who() who: Caller): Promise<Reply<Calls['incident']>> {
    return this.reads.incident(params.id, who);
  }

  @Serve(sosCalls.handlers) handlers({ params }: Parsed<Calls['handlers']>, @Who() who: Caller): Promise<Reply<Calls['handlers']>> {
    return this.reads.handlers(params.id, who.scope);
  }

  @Serve(sosCalls.acknowledge) acknowledge({ params }: Parsed<Calls['acknowledge']>, @Who() who: Caller): Promise<Reply<Calls['acknowledge']>> {
    return this.commands.execute(new AcknowledgeSos(params.id, who));
  }

  @Serve(sosCalls.dispatch) dispatch({ params, body }: Parsed<Calls['dispatch']>, @Who() who: Caller): Promise<Reply<Calls['dispatch']>> {
    return this.commands.execute(new DispatchSos(params.id, body, who));
  }

  @Serve(sosCalls.correctDispatch) correctDispatch({ params, body }: Parsed<Calls['correctDispatch']>, @Who() who: Caller): Promise<Reply<Calls['correctDispatch']>> {
    return this.commands.execute(new CorrectDispatch(params.id, body, who));
  }

  @Serve(sosCalls.assign) assign({ params, body }: Parsed<Calls['assign']>, @Who() who: Caller): Promise<Reply<Calls['assign']>> {
    return this.commands.execute(new AssignSos(params.id, body.userId, who, body.version));
  }

  @Serve(sosCalls.escalate) escalate({ params, body }: Parsed<Calls['escalate']>, @Who() who: Caller): Promise<Reply<Calls['escalate']>> {
    return this.commands.execute(new EscalateSos(params.id, body.reason, who, body.version));
  }

  @Serve(sosCalls.note) note({ params, body }: Parsed<Calls['note']>, @Who() who: Caller): Promise<Reply<Calls['note']>> {
    return this.commands.execute(new NoteSos(params.id, body.note, who));
  }

  @Serve(sosCalls.resolve) resolve({ params, body }: Parsed<Calls['resolve']>, @Who() who: Caller): Promise<Reply<Calls['resolve']>> {
    return this.commands.execute(new ResolveSos(params.id, body, who));
  }

  @Serve(sosCalls.falseAlarm) falseAlarm({ params, body }: Parsed<Calls['falseAlarm']>, @Who() who: Caller): Promise<Reply<Calls['falseAlarm']>> {
    return this.commands.execute(new CallFalseAlarm(params.id, body, who));
  }

  @Serve(sosCalls.reopen) reopen({ params, body }: Parsed<Calls['reopen']>, @Who() who: Caller): Promise<Reply<Calls['reopen']>> {
    return this.commands.execute(new ReopenSos(params.id, body, who));
  }

  @Serve(sosCalls.evidence) evidence({ params }: Parsed<Calls['evidence']>, @Who() who: Caller): Promise<Reply<Calls['evidence']>> {
    return this.sheets.list(params.id, who.scope);
  }

  @Serve(sosCalls.makeEvidence) makeEvidence({ params }: Parsed<Calls['makeEvidence']>, @Who() who: Caller): Promise<Reply<Calls['makeEvidence']>> {
    return this.commands.execute(new MakeSosEvidence(params.id, who));
  }

  @Serve(sosCalls.evidenceFile) evidenceFile({ params }: Parsed<Calls['evidenceFile']>, @Who() who: Caller): Promise<Reply<Calls['evidenceFile']>> {
    return this.sheets.file(params.id, params.sheet, who);
  }

  @Serve(sosCalls.checkEvidence) checkEvidence({ params, file }: Parsed<Calls['checkEvidence']>, @Who() who: Caller): Promise<Reply<Calls['checkEvidence']>> {
    return this.sheets.check(params.id, file.bytes, who.scope);
  }
}
