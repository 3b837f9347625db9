import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Parsed } from '@headland/contracts/endpoint';
import type { sosAlerts, SosSummary } from '@headland/contracts/sos';
import { resolve } from '@headland/domain/sos';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import type { Caller } from '../../platform/caller';
import { actOnSos } from './act-on-sos';

/** Closes an SOS for good, with a description of what happened. */
export class ResolveSos extends Command<SosSummary> {
  constructor(
    readonly id: number,
    readonly how: Parsed<typeof sosAlerts.resolve>['body'],
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(ResolveSos)
export class ResolveSosHandler implements ICommandHandler<ResolveSos> {
  constructor(
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  execute({ id, how: { version, resolution, injured }, by }: ResolveSos): Promise<SosSummary> {
    return actOnSos(
      this.change,
      by,
      id,
      (sos) => resolve(sos, { resolution, injured }, { id: by.userId, name: by.name }, this.now()),
      { seen: version },
    );
  }
}
