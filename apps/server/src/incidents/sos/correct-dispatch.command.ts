import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Parsed } from '@headland/contracts/endpoint';
import type { sosAlerts, SosSummary } from '@headland/contracts/sos';
import { correctDispatch } from '@headland/domain/sos';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import { changesBetween } from '../../platform/event-log/record-change';
import type { Caller } from '../../platform/caller';
import { actOnSos } from './act-on-sos';

/** Corrects the agency, phone or arrival of a dispatch; the log keeps the previous values. */
export class CorrectDispatch extends Command<SosSummary> {
  constructor(
    readonly id: number,
    readonly to: Parsed<typeof sosAlerts.correctDispatch>['body'],
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(CorrectDispatch)
export class CorrectDispatchHandler implements ICommandHandler<CorrectDispatch> {
  constructor(
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  execute({ id, to: { version, person, phone, etaMinutes, note }, by }: CorrectDispatch): Promise<SosSummary> {
    return actOnSos(
      this.change,
      by,
      id,
      (sos) => correctDispatch(sos, { person, phone, etaMinutes: etaMinutes ?? null, note: note || null }, this.now()),
      {
        seen: version,
        changes: (before, { dispatch }) => {
          const { agency: _, ...was } = before.dispatch ?? { agency: null };
          const { agency: __, ...is } = dispatch ?? { agency: null };
          return changesBetween(was, is);
        },
      },
    );
  }
}
