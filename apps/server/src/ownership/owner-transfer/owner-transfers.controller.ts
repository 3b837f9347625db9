import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { ownerTransfers } from '@headland/contracts/owner-transfer';
import { Serve } from '../../platform/serve';
import { CurrentCaller, type Caller } from '../../platform/caller';
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

  @Serve(ownerTransfers.list) list(
    { query }: Parsed<Transfers['list']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Transfers['list']>> {
    return this.reads.list(query, caller);
  }

  @Serve(ownerTransfers.counts) counts(
    _: Parsed<Transfers['counts']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Transfers['counts']>> {
    return this.reads.counts(caller.scope);
  }

  @Serve(ownerTransfers.get) get(
    { params }: Parsed<Transfers['get']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Transfers['get']>> {
    return this.reads.get(params.id, caller);
  }

  @Serve(ownerTransfers.customers) customers(
    { params }: Parsed<Transfers['customers']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Transfers['customers']>> {
    return this.reads.customers(params.id, caller);
  }

  @Serve(ownerTransfers.approve) approve(
    { params, body }: Parsed<Transfers['approve']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Transfers['approve']>> {
    return this.commands.execute(new ApproveTransfer(params.id, caller, body.version));
  }

  @Serve(ownerTransfers.reject) reject(
    { params, body }: Parsed<Transfers['reject']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Transfers['reject']>> {
    return this.commands.execute(new RejectTransfer(params.id, body, caller));
  }

  @Serve(ownerTransfers.document) document(
    { params }: Parsed<Transfers['document']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Transfers['document']>> {
    return this.commands.execute(new DownloadRdi({ transferId: params.id, caller }));
  }
}
