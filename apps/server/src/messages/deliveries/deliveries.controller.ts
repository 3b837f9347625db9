import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { deliveries } from '@headland/contracts/delivery';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { Serve } from '../../platform/serve';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { ResendDelivery } from './resend-delivery.command';

@Controller()
export class DeliveriesController {
  constructor(private readonly commands: CommandBus) {}

  @Serve(deliveries.resend) resend(
    { params }: Parsed<typeof deliveries.resend>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof deliveries.resend>> {
    return this.commands.execute(new ResendDelivery(params.id, caller));
  }
}
