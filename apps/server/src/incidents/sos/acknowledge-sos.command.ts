import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { SosSummary } from '@headland/contracts/sos';
import { acknowledge } from '@headland/domain/sos';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import type { Caller } from '../../platform/caller';
import { sosMetrics } from '../../platform/metrics';
import { actOnSos } from './act-on-sos';

/** Acknowledged by a person: automatic escalation stops. */
export class AcknowledgeSos extends Command<SosSummary> {
  constructor(
    readonly id: number,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(AcknowledgeSos)
export class AcknowledgeSosHandler implements ICommandHandler<AcknowledgeSos> {
  constructor(
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ id, by }: AcknowledgeSos): Promise<SosSummary> {
    const now = this.now();
    const sos = await actOnSos(this.change, by, id, (call) => acknowledge(call, { id: by.userId, name: by.name }, now));
    sosMetrics.acknowledgement.observe(Math.max(0, now.getTime() - Date.parse(sos.receivedAt)) / 1000);
    return sos;
  }
}
