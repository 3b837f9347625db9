import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { SosSummary } from '@headland/contracts/sos';
import { escalateByHand, escalateWhenDue } from '@headland/domain/sos';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { Change } from '../../platform/event-log/change';
import { system, type Caller } from '../../platform/caller';
import { actOnSos, actOnSosAs } from './act-on-sos';

/** Manual escalation: notifies the next organization up, with a reason. */
export class EscalateSos extends Command<SosSummary> {
  constructor(
    readonly id: number,
    readonly reason: string,
    readonly by: Caller,
    readonly seen?: number,
  ) {
    super();
  }
}

@CommandHandler(EscalateSos)
export class EscalateSosHandler implements ICommandHandler<EscalateSos> {
  constructor(
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  execute({ id, reason, by, seen }: EscalateSos): Promise<SosSummary> {
    return actOnSos(
      this.change,
      by,
      id,
      (sos) => escalateByHand(sos, sos.path, this.now(), this.config.SOS_ESCALATE_S * 1000),
      { seen, note: reason },
    );
  }
}

/**
 * Escalation of an overdue SOS. The queue and the sweep may both call it; the lock and the due time let only one
 * through.
 */
export class EscalateSosWhenDue extends Command<SosSummary | null> {
  constructor(readonly id: number) {
    super();
  }
}

@CommandHandler(EscalateSosWhenDue)
export class EscalateSosWhenDueHandler implements ICommandHandler<EscalateSosWhenDue> {
  constructor(
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  execute({ id }: EscalateSosWhenDue): Promise<SosSummary | null> {
    return actOnSosAs(this.change, system, id, (sos) =>
      escalateWhenDue(sos, sos.path, this.now(), this.config.SOS_ESCALATE_S * 1000),
    );
  }
}
