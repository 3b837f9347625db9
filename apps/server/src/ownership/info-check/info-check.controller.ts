import { Controller } from '@nestjs/common';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { infoCheck } from '@headland/contracts/info-check';
import { Serve } from '../../platform/serve';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { InfoCheckReads } from './info-check.reads';

@Controller()
export class InfoCheckController {
  constructor(private readonly reads: InfoCheckReads) {}

  @Serve(infoCheck.find) find(
    { query }: Parsed<typeof infoCheck.find>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof infoCheck.find>> {
    return this.reads.find(query.text, caller);
  }

  @Serve(infoCheck.card) card(
    { params }: Parsed<typeof infoCheck.card>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof infoCheck.card>> {
    return this.reads.card(params.kind, params.id, caller);
  }
}
