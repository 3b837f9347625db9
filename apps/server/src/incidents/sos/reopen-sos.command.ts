import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { QueryFailedError } from 'typeorm';
import type { Parsed } from '@headland/contracts/endpoint';
import type { sosAlerts, SosSummary } from '@headland/contracts/sos';
import { reopen } from '@headland/domain/sos';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import type { Tx } from '../../platform/database/rows';
import { Problem } from '../../platform/problem';
import type { Caller } from '../../platform/caller';
import { actOnSos, type LockedSos } from './act-on-sos';
import { lockOpenSos } from './lock-open-sos';

/** It was no false alarm: open again, with the caller as handler, at whoever has the machine now. */
export class ReopenSos extends Command<SosSummary> {
  constructor(
    readonly id: number,
    readonly why: Parsed<typeof sosAlerts.reopen>['body'],
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(ReopenSos)
export class ReopenSosHandler implements ICommandHandler<ReopenSos> {
  constructor(
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  execute({ id, why: { version, reason }, by }: ReopenSos): Promise<SosSummary> {
    const reopened = actOnSos(
      this.change,
      by,
      id,
      async (sos, tx) => {
        const decision = reopen(sos, { id: by.userId, name: by.name }, this.now(), await movedTo(tx, sos));
        // a vehicle has one open SOS of a type: it has raised another since
        const open = await lockOpenSos(tx, sos);
        return 'change' in decision && open !== null ? { code: 'SOS_RAISED_AGAIN' } : decision;
      },
      { seen: version, note: reason },
    );
    return reopened.catch((error: unknown) => {
      // the index by device (drop-device-index) still exists, and the device has raised one in another vehicle, or at
      // this very moment
      throw error instanceof QueryFailedError && (error.driverError as { code?: string }).code === '23505'
        ? new Problem('SOS_RAISED_AGAIN')
        : error;
    });
  }
}

/** The organization that the vehicle was given to while the call was closed; null: it is where it was. */
async function movedTo(tx: Tx, { vehicleId, organizationId }: LockedSos): Promise<number | null> {
  const [vehicle] = await tx.query<{ id: number }[]>(
    'SELECT organization_id AS id FROM vehicle WHERE id = $1 AND organization_id <> $2',
    [vehicleId, organizationId],
  );
  return vehicle?.id ?? null;
}
