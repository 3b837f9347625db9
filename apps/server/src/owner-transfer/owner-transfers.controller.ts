import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { ownerTransfers } from '@headland/contracts/owner-transfer';
import { Serve } from '../platform/serve';
import { Who, type Caller } from '../platform/who';
import { ApproveTransfer } from './approve-transfer.command';
import { DownloadRdi } from './download-rdi.command';
import { RejectTransfer } from './reject-transfer.command';
import { TransferReads } from './transfer.reads';

type Transfers = typeof ownerTransfers;

@Controller()
export class OwnerTransfersController {
  constructor(
    private readonly reads: TransferReads,
    private readonly commands: CommandBus,
  ) {}

  @Serve(ownerTransfers.list) list({ query }: Parsed<Transfers['list']>, @Who() who: Caller): Promise<Reply<Transfers['list']>> {
    return this.reads.list(query, who);
  }

  @Serve(ownerTransfers.counts) counts(_: Parsed<Transfers['counts']>, @Who() who: Caller): Promise<Reply<Transfers['counts']>> {
    return this.reads.counts(who.scope);
  }

  @Serve(ownerTransfers.get) get({ params }: Parsed<Transfers['get']>, @Who() who: Caller): Promise<Reply<Transfers['get']>> {
    return this.reads.get(params.id, who);
  }

  @Serve(ownerTransfers.customers) customers({ params }: Parsed<Transfers['customers']>, @Who() who: Caller): Promise<Reply<Transfers['customers']>> {
    return this.reads.customers(params.id, who);
  }

  @Serve(ownerTransfers.approve) approve({ params, body }: Parsed<Transfers['approve']>, @Who() who: Caller): Promise<Reply<Transfers['approve']>> {
    return this.commands.execute(new ApproveTransfer(params.id, who, body.version));
  }

  @Serve(ownerTransfers.reject) reject({ params, body }: Parsed<Transfers['reject']>, @Who() who: Caller): Promise<Reply<Transfers['reject']>> {
    return this.commands.execute(new RejectTransfer(params.id, body, who));
  }

  @Serve(ownerTransfers.document) document({ params }: Parsed<Transfers['document']>, @Who() who: Caller): Promise<Reply<Transfers['document']>> {
    return this.commands.execute(new DownloadRdi({ transferId: params.id, caller: who }));
  }
}
