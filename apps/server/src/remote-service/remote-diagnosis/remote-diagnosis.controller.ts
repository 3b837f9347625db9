import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { diagnosis } from '@headland/contracts/diagnosis';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { Serve } from '../../platform/serve';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { RequestSession } from './request-session.command';
import { ConfirmTest } from './confirm-test.command';
import { MarkRecording } from './mark-recording.command';
import { OpenSession } from './open-session.command';
import { ServiceVehicleReads } from './service-vehicle.reads';
import { SessionReads } from './session.reads';

@Controller()
export class RemoteDiagnosisController {
  constructor(
    private readonly vehicles: ServiceVehicleReads,
    private readonly sessions: SessionReads,
    private readonly commands: CommandBus,
  ) {}

  @Serve(diagnosis.list)
  list(
    { query }: Parsed<typeof diagnosis.list>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof diagnosis.list>> {
    return this.vehicles.list(query, caller);
  }

  @Serve(diagnosis.get)
  get({ params }: Parsed<typeof diagnosis.get>, @CurrentCaller() caller: Caller): Promise<Reply<typeof diagnosis.get>> {
    return this.vehicles.get(params.id, caller);
  }

  @Serve(diagnosis.connect)
  connect(
    { params, body }: Parsed<typeof diagnosis.connect>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof diagnosis.connect>> {
    return this.commands.execute(new OpenSession(params.id, body.kind, caller));
  }

  @Serve(diagnosis.session)
  session(
    { params }: Parsed<typeof diagnosis.session>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof diagnosis.session>> {
    return this.sessions.get(params.sessionId, caller);
  }

  @Serve(diagnosis.ask)
  ask(
    { params, body }: Parsed<typeof diagnosis.ask>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof diagnosis.ask>> {
    return this.commands.execute(new RequestSession(params.sessionId, body, caller));
  }

  @Serve(diagnosis.confirm)
  confirm(
    { params, body }: Parsed<typeof diagnosis.confirm>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof diagnosis.confirm>> {
    return this.commands.execute(new ConfirmTest(params.testId, body.key, body, caller));
  }

  @Serve(diagnosis.curve)
  curve(
    { params }: Parsed<typeof diagnosis.curve>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof diagnosis.curve>> {
    return this.sessions.curve(params.testId, caller);
  }

  @Serve(diagnosis.mark)
  mark(
    { params, body }: Parsed<typeof diagnosis.mark>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof diagnosis.mark>> {
    return this.commands.execute(new MarkRecording(params.recordingId, body, caller));
  }

  @Serve(diagnosis.recording)
  recording(
    { params, query }: Parsed<typeof diagnosis.recording>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof diagnosis.recording>> {
    return this.sessions.recording(params.recordingId, query.after, caller);
  }
}
