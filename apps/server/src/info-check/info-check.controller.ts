import { Controller } from '@nestjs/common';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { infoCheck } from '@headland/contracts/info-check';
import { Serve } from '../platform/serve';
import { Who, type Caller } from '../platform/who';
import { InfoCheckReads } from './info-check.reads';

@Controller()
export class InfoCheckController {
  constructor(private readonly reads: InfoCheckReads) {}

  @Serve(infoCheck.find) find({ query }: Parsed<typeof infoCheck.find>, @Who() who: Caller): Promise<Reply<typeof infoCheck.find>> {
    return this.reads.find(query.text, who);
  }

  @Serve(infoCheck.card) card({ params }: Parsed<typeof infoCheck.card>, @Who() who: Caller): Promise<Reply<typeof infoCheck.card>> {
    return this.reads.card(params.kind, params.id, who);
  }
}
