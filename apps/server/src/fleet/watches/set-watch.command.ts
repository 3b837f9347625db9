import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Watch, type WatchBody, watchesOfOne } from '@headland/contracts/watch';
import { actorOf, memberId, type Caller } from '../../platform/caller';
import { returning } from '../../platform/database/rows';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { mustSee } from '../vehicles/vehicle.reads';
import { watchesOf } from './watch.reads';

/** Puts a vehicle into the own list, or changes what its member is notified of. */
export class SetWatch extends Command<Watch> {
  constructor(
    readonly vehicleId: number,
    readonly body: WatchBody,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(SetWatch)
export class SetWatchHandler implements ICommandHandler<SetWatch> {
  constructor(private readonly change: Change) {}

  execute({ vehicleId, body: { sos, fault, offlineHours, maintenance }, by }: SetWatch): Promise<Watch> {
    const userId = memberId(by);
    return this.change.run(actorOf(by), async (tx) => {
      await mustSee(tx, by.scope, vehicleId);
      // one member's requests after each other, so that the count holds
      await tx.query('SELECT 1 FROM user_account WHERE id = $1 FOR UPDATE', [userId]);
      const [others] = await tx.query<{ n: number }[]>(
        'SELECT count(*)::int AS n FROM vehicle_watch WHERE user_id = $1 AND vehicle_id <> $2',
        [userId, vehicleId],
      );
      if ((others?.n ?? 0) >= watchesOfOne) throw new Problem('WATCHES_FULL', { limit: watchesOfOne });
      await tx.query(
        `INSERT INTO vehicle_watch (user_id, vehicle_id, sos, fault, offline_hours, maintenance) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (user_id, vehicle_id) DO UPDATE SET sos = excluded.sos, fault = excluded.fault, offline_hours = excluded.offline_hours,
           maintenance = excluded.maintenance,
           silent_since = CASE WHEN vehicle_watch.offline_hours = excluded.offline_hours THEN vehicle_watch.silent_since END`,
        [userId, vehicleId, sos, fault, offlineHours, maintenance],
      );
      const [watch] = await watchesOf(tx, by, vehicleId);
      if (watch === undefined) throw new Problem('NOT_FOUND');
      return watch;
    });
  }
}

/** Takes a vehicle out of the own list, also one that is out of scope by now. */
export class EndWatch extends Command<{ ended: true }> {
  constructor(
    readonly vehicleId: number,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(EndWatch)
export class EndWatchHandler implements ICommandHandler<EndWatch> {
  constructor(private readonly change: Change) {}

  async execute({ vehicleId, by }: EndWatch): Promise<{ ended: true }> {
    const ended = await this.change.run(actorOf(by), (tx) =>
      returning(tx, 'DELETE FROM vehicle_watch WHERE user_id = $1 AND vehicle_id = $2 RETURNING vehicle_id', [
        memberId(by),
        vehicleId,
      ]),
    );
    if (ended.length === 0) throw new Problem('NOT_FOUND');
    return { ended: true };
  }
}
