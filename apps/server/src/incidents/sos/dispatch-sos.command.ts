import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Parsed } from '@headland/contracts/endpoint';
import type { sosAlerts, SosSummary } from '@headland/contracts/sos';
import { dispatch } from '@headland/domain/sos';
import { agencyInScope } from '../../people/organizations/agency.reads';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import type { Caller } from '../../platform/caller';
import { actOnSos } from './act-on-sos';

/** An agency is on its way. On a raised SOS this also records the acknowledgement. */
export class DispatchSos extends Command<SosSummary> {
  constructor(
    readonly id: number,
    readonly to: Parsed<typeof sosAlerts.dispatch>['body'],
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(DispatchSos)
export class DispatchSosHandler implements ICommandHandler<DispatchSos> {
  constructor(
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  execute({ id, to, by }: DispatchSos): Promise<SosSummary> {
    return actOnSos(
      this.change,
      by,
      id,
      async (sos, tx) => {
        const agency = await agencyInScope(tx, to.agencyId, by.scope);
        const { person, phone, etaMinutes, note } = to;
        return dispatch(
          sos,
          { agency, person, phone, etaMinutes, note: note || null },
          { id: by.userId, name: by.name },
          this.now(),
        );
      },
      { seen: to.version },
    );
  }
}
