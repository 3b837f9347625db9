import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { CompleteFaultBody, FaultSummary } from '@headland/contracts/fault';
import { isRefusal } from '@headland/domain/decision';
import { complete, repairDayFits } from '@headland/domain/fault';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import type { Caller } from '../../platform/caller';
import { actOnFault } from './act-on-fault';

/** Marks a report as repaired or processed; it is locked from then on. */
export class CompleteFault extends Command<FaultSummary> {
  constructor(
    readonly id: number,
    readonly body: z.output<typeof CompleteFaultBody>,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(CompleteFault)
export class CompleteFaultHandler implements ICommandHandler<CompleteFault> {
  constructor(
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  execute({ id, body, by }: CompleteFault): Promise<FaultSummary> {
    const { kind, memo, repairedOn = null, partCode = null } = body;
    return actOnFault(
      this.change,
      by,
      id,
      (report) => {
        const decision = complete(report, { kind, memo, repairedOn, partCode }, by.name, this.now());
        // the state is checked first: a date can be corrected
        if (
          !isRefusal(decision) &&
          kind === 'repair' &&
          repairedOn !== null &&
          !repairDayFits(repairedOn, dayOf(report.occurredAt, by.timeZone), dayOf(this.now(), by.timeZone))
        ) {
          throw new Problem('E0001', {}, { repairedOn: 'field.repairedOn' });
        }
        return decision;
      },
      { seen: body.version },
    );
  }
}

/** YYYY-MM-DD in a time zone. */
const dayOf = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);
