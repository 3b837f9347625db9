import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Parsed } from '@headland/contracts/endpoint';
import type { sosAlerts, SosSummary } from '@headland/contracts/sos';
import { markFalseAlarm } from '@headland/domain/sos';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import type { Caller } from '../../platform/caller';
import { actOnSos } from './act-on-sos';

/** Closes an SOS as a false alarm, with its cause. */
export class MarkFalseAlarm extends Command<SosSummary> {
  constructor(
    readonly id: number,
    readonly how: Parsed<typeof sosAlerts.falseAlarm>['body'],
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(MarkFalseAlarm)
export class MarkFalseAlarmHandler implements ICommandHandler<MarkFalseAlarm> {
  constructor(
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  execute({ id, how: { version, cause, resolution }, by }: MarkFalseAlarm): Promise<SosSummary> {
    return actOnSos(
      this.change,
      by,
      id,
      (sos) => markFalseAlarm(sos, { cause, resolution }, { id: by.userId, name: by.name }, this.now()),
      { seen: version },
    );
  }
}
