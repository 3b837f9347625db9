import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { appTransfers } from '@headland/contracts/owner-transfer';
import { Serve } from '../platform/serve';
import { Owner, type AppCaller } from '../platform/who';
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

  @Serve(appTransfers.list) list(_: Parsed<Transfers['list']>, @Owner() who: AppCaller): Promise<Reply<Transfers['list']>> {
    return this.reads.list(who);
  }

  @Serve(appTransfers.request) async request({ body }: Parsed<Transfers['request']>, @Owner() who: AppCaller): Promise<Reply<Transfers['request']>> {
    const { id } = await this.commands.execute(new RequestTransfer(body, who));
    return this.reads.get(id, who);
  }

  @Serve(appTransfers.accept) accept({ params }: Parsed<Transfers['accept']>, @Owner() who: AppCaller): Promise<Reply<Transfers['accept']>> {
    return this.answer(params.id, 'accept', who);
  }

  @Serve(appTransfers.decline) decline({ params }: Parsed<Transfers['decline']>, @Owner() who: AppCaller): Promise<Reply<Transfers['decline']>> {
    return this.answer(params.id, 'decline', who);
  }

  @Serve(appTransfers.withdraw) withdraw({ params }: Parsed<Transfers['withdraw']>, @Owner() who: AppCaller): Promise<Reply<Transfers['withdraw']>> {
    return this.answer(params.id, 'withdraw', who);
  }

  private async answer(id: number, act: AnswerTransfer['act'], who: AppCaller): Promise<Reply<Transfers['accept']>> {
    await this.commands.execute(new AnswerTransfer(id, act, who));
    return this.reads.get(id, who);
  }
}
