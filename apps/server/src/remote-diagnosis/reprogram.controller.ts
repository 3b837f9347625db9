import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { reprogram } from '@headland/contracts/reprogram';
import { Serve } from '../platform/serve';
import { Who, type Caller } from '../platform/who';
import { CancelFlash } from './cancel-flash.command';
import { ConfirmProgram } from './confirm-program.command';
import { FlashReads } from './flash.reads';
import { FlashVehicleReads } from './flash-vehicle.reads';
import { ServiceReports } from './service-reports';
import { SigningKey } from './signing-key';
import { StartFlash } from './start-flash.command';
import { UploadProgram } from './upload-program.command';

@Controller()
export class ReprogramController {
  constructor(
    private readonly vehicles: FlashVehicleReads,
    private readonly reads: FlashReads,
    private readonly reports: ServiceReports,
    private readonly signing: SigningKey,
    private readonly commands: CommandBus,
  ) {}

  @Serve(reprogram.list)
  list({ query }: Parsed<typeof reprogram.list>, @Who() who: Caller): Promise<Reply<typeof reprogram.list>> {
    return this.vehicles.list(query, who);
  }

  @Serve(reprogram.files)
  files({ query }: Parsed<typeof reprogram.files>, @Who() who: Caller): Promise<Reply<typeof reprogram.files>> {
    return this.reads.files(query, who);
  }

  @Serve(reprogram.file)
  file({ params }: Parsed<typeof reprogram.file>, @Who() who: Caller): Promise<Reply<typeof reprogram.file>> {
    return this.reads.file(params.id, who);
  }

  @Serve(reprogram.upload)
  upload({ file, query }: Parsed<typeof reprogram.upload>, @Who() who: Caller): Promise<Reply<typeof reprogram.upload>> {
    return this.commands.execute(new UploadProgram(file, query, who));
  }

  @Serve(reprogram.confirm)
  confirm({ params, body }: Parsed<typeof reprogram.confirm>, @Who() who: Caller): Promise<Reply<typeof reprogram.confirm>> {
    return this.commands.execute(new ConfirmProgram(params.id, body, who));
  }

  @Serve(reprogram.key)
  async key(_: Parsed<typeof reprogram.key>): Promise<Reply<typeof reprogram.key>> {
    return { pem: await this.signing.publicPem() };
  }

  @Serve(reprogram.preflight)
  preflight({ params, query }: Parsed<typeof reprogram.preflight>, @Who() who: Caller): Promise<Reply<typeof reprogram.preflight>> {
    return this.reads.preflight(params.id, query.fileId, who);
  }

  @Serve(reprogram.start)
  start({ params, body }: Parsed<typeof reprogram.start>, @Who() who: Caller): Promise<Reply<typeof reprogram.start>> {
    return this.commands.execute(new StartFlash(params.id, body, who));
  }

  @Serve(reprogram.runs)
  runs({ params, query }: Parsed<typeof reprogram.runs>, @Who() who: Caller): Promise<Reply<typeof reprogram.runs>> {
    return this.reads.runs(params.id, query, who);
  }

  @Serve(reprogram.run)
  run({ params }: Parsed<typeof reprogram.run>, @Who() who: Caller): Promise<Reply<typeof reprogram.run>> {
    return this.reads.run(params.runId, who);
  }

  @Serve(reprogram.log)
  log({ params }: Parsed<typeof reprogram.log>, @Who() who: Caller): Promise<Reply<typeof reprogram.log>> {
    return this.reads.log(params.runId, who);
  }

  @Serve(reprogram.report)
  report({ params }: Parsed<typeof reprogram.report>, @Who() who: Caller): Promise<Reply<typeof reprogram.report>> {
    return this.reports.run(params.runId, who);
  }

  @Serve(reprogram.cancel)
  cancel({ params }: Parsed<typeof reprogram.cancel>, @Who() who: Caller): Promise<Reply<typeof reprogram.cancel>> {
    return this.commands.execute(new CancelFlash(params.runId, who));
  }
}
