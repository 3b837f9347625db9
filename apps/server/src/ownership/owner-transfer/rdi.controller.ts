import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { rdi } from '@headland/contracts/owner-transfer';
import { Serve } from '../../platform/serve';
import { RequestOrigin, PublicLimit, type From } from '../../people/session/session.module';
import { DownloadRdi } from './download-rdi.command';
import { OpenRdi } from './open-rdi.command';

type Rdi = typeof rdi;

@Controller()
export class RdiController {
  constructor(
    private readonly commands: CommandBus,
    private readonly limit: PublicLimit,
  ) {}

  @Serve(rdi.open) open({ body }: Parsed<Rdi['open']>, @RequestOrigin() from: From): Promise<Reply<Rdi['open']>> {
    this.limit.admit('document', from.address, body.id);
    return this.commands.execute(new OpenRdi(body.id));
  }

  @Serve(rdi.file) file({ params }: Parsed<Rdi['file']>, @RequestOrigin() from: From): Promise<Reply<Rdi['file']>> {
    this.limit.admit('document', from.address, params.opening);
    return this.commands.execute(new DownloadRdi({ opening: params.opening, address: from.address }));
  }
}
