import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { FaultSummary } from '@headland/contracts/fault';
import { escalateByHand, escalateWhenOverdue } from '@headland/domain/fault';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import { system, type Caller } from '../../platform/caller';
import { actOnFault, actOnFaultAs } from './act-on-fault';

/** Manual escalation: notifies the next organization up, with a reason. */
export class EscalateFault extends Command<FaultSummary> {
  constructor(
    readonly id: number,
    readonly reason: string,
    readonly by: Caller,
    readonly seen?: number,
  ) {
    super();
  }
}

@CommandHandler(EscalateFault)
export class EscalateFaultHandler implements ICommandHandler<EscalateFault> {
  constructor(private readonly change: Change) {}

  execute({ id, reason, by, seen }: EscalateFault): Promise<FaultSummary> {
    return actOnFault(this.change, by, id, (report) => escalateByHand(report, report.path), { seen, note: reason });
  }
}

/**
 * Escalation of an overdue report. The queue and the sweep may both call it; the lock and the due time let only one
 * through.
 */
export class EscalateFaultWhenDue extends Command<FaultSummary | null> {
  constructor(readonly id: number) {
    super();
  }
}

@CommandHandler(EscalateFaultWhenDue)
export class EscalateFaultWhenDueHandler implements ICommandHandler<EscalateFaultWhenDue> {
  constructor(
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  execute({ id }: EscalateFaultWhenDue): Promise<FaultSummary | null> {
    return actOnFaultAs(this.change, system, id, (report) => escalateWhenOverdue(report, report.path, this.now()));
  }
}
