import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { reprogram } from '@headland/contracts/reprogram';
import { Serve } from '../../platform/serve';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { CancelFlash } from './cancel-flash.command';
import { ConfirmProgram } from './confirm-program.command';
import { FlashReads } from './flash.reads';
import { FlashVehicleReads } from './flash-vehicle.reads';
import { FlashReports } from './flash-reports';
import { SigningKey } from './signing-key';
import { StartFlash } from './start-flash.command';
import { UploadProgram } from './upload-program.command';

@Controller()
export class ReprogramController {
  constructor(
    private readonly vehicles: FlashVehicleReads,
    private readonly reads: FlashReads,
    private readonly reports: FlashReports,
    private readonly signing: SigningKey,
    private readonly commands: CommandBus,
  ) {}

  @Serve(reprogram.list)
  list(
    { query }: Parsed<typeof reprogram.list>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof reprogram.list>> {
    return this.vehicles.list(query, caller);
  }

  @Serve(reprogram.files)
  files(
    { query }: Parsed<typeof reprogram.files>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof reprogram.files>> {
    return this.reads.files(query, caller);
  }

  @Serve(reprogram.file)
  file(
    { params }: Parsed<typeof reprogram.file>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof reprogram.file>> {
    return this.reads.file(params.id, caller);
  }

  @Serve(reprogram.upload)
  upload(
    { file, query }: Parsed<typeof reprogram.upload>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof reprogram.upload>> {
    return this.commands.execute(new UploadProgram(file, query, caller));
  }

  @Serve(reprogram.confirm)
  confirm(
    { params, body }: Parsed<typeof reprogram.confirm>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof reprogram.confirm>> {
    return this.commands.execute(new ConfirmProgram(params.id, body, caller));
  }

  @Serve(reprogram.key)
  async key(_: Parsed<typeof reprogram.key>): Promise<Reply<typeof reprogram.key>> {
    return { pem: await this.signing.publicPem() };
  }

  @Serve(reprogram.preflight)
  preflight(
    { params, query }: Parsed<typeof reprogram.preflight>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof reprogram.preflight>> {
    return this.reads.preflight(params.id, query.fileId, caller);
  }

  @Serve(reprogram.start)
  start(
    { params, body }: Parsed<typeof reprogram.start>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof reprogram.start>> {
    return this.commands.execute(new StartFlash(params.id, body, caller));
  }

  @Serve(reprogram.runs)
  runs(
    { params, query }: Parsed<typeof reprogram.runs>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof reprogram.runs>> {
    return this.reads.runs(params.id, query, caller);
  }

  @Serve(reprogram.run)
  run({ params }: Parsed<typeof reprogram.run>, @CurrentCaller() caller: Caller): Promise<Reply<typeof reprogram.run>> {
    return this.reads.run(params.runId, caller);
  }

  @Serve(reprogram.log)
  log({ params }: Parsed<typeof reprogram.log>, @CurrentCaller() caller: Caller): Promise<Reply<typeof reprogram.log>> {
    return this.reads.log(params.runId, caller);
  }

  @Serve(reprogram.report)
  report(
    { params }: Parsed<typeof reprogram.report>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof reprogram.report>> {
    return this.reports.run(params.runId, caller);
  }

  @Serve(reprogram.cancel)
  cancel(
    { params }: Parsed<typeof reprogram.cancel>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof reprogram.cancel>> {
    return this.commands.execute(new CancelFlash(params.runId, caller));
  }
}
