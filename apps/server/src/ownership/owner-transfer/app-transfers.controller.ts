import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { appTransfers } from '@headland/contracts/owner-transfer';
import { Serve } from '../../platform/serve';
import { CurrentCustomer, type AppCaller } from '../../platform/caller';
import { AnswerTransfer } from './answer-transfer.command';
import { AppTransferReads } from './app-transfer.reads';
import { RequestTransfer } from './request-transfer.command';

type Transfers = typeof appTransfers;

@Controller()
export class AppTransfersController {
  constructor(
    private readonly reads: AppTransferReads,
    private readonly commands: CommandBus,
  ) {}

  @Serve(appTransfers.list) list(
    _: Parsed<Transfers['list']>,
    @CurrentCustomer() caller: AppCaller,
  ): Promise<Reply<Transfers['list']>> {
    return this.reads.list(caller);
  }

  @Serve(appTransfers.request) async request(
    { body }: Parsed<Transfers['request']>,
    @CurrentCustomer() caller: AppCaller,
  ): Promise<Reply<Transfers['request']>> {
    const { id } = await this.commands.execute(new RequestTransfer(body, caller));
    return this.reads.get(id, caller);
  }

  @Serve(appTransfers.accept) accept(
    { params }: Parsed<Transfers['accept']>,
    @CurrentCustomer() caller: AppCaller,
  ): Promise<Reply<Transfers['accept']>> {
    return this.answer(params.id, 'accept', caller);
  }

  @Serve(appTransfers.decline) decline(
    { params }: Parsed<Transfers['decline']>,
    @CurrentCustomer() caller: AppCaller,
  ): Promise<Reply<Transfers['decline']>> {
    return this.answer(params.id, 'decline', caller);
  }

  @Serve(appTransfers.withdraw) withdraw(
    { params }: Parsed<Transfers['withdraw']>,
    @CurrentCustomer() caller: AppCaller,
  ): Promise<Reply<Transfers['withdraw']>> {
    return this.answer(params.id, 'withdraw', caller);
  }

  private async answer(id: number, act: AnswerTransfer['act'], caller: AppCaller): Promise<Reply<Transfers['accept']>> {
    await this.commands.execute(new AnswerTransfer(id, act, caller));
    return this.reads.get(id, caller);
  }
}
