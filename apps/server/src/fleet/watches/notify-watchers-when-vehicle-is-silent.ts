import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { silenceNews } from '@headland/domain/vehicle-watch';
import { NotifyMembers } from '../../messages/notifications/notify-members.command';
import { bilingual } from '../../platform/bilingual';
import { CLOCK, type Clock } from '../../platform/clock';
import { SingleDuties } from '../../platform/jobs/single-duties';
import { watchersOf } from './watch.reads';

const everyMs = 60_000;
interface Row {
  userId: number;
  vehicleId: number;
  vin: string;
  model: string;
  hours: number;
  lastSeenAt: Date;
  notifiedFor: Date | null;
}

/** Silence is no event: vehicles that somebody watches for it are looked at each minute. */
@Injectable()
export class NotifyWatchersWhenVehicleIsSilent {
  constructor(
    duties: SingleDuties,
    private readonly commands: CommandBus,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
  ) {
    duties.every('silence of watched vehicles', everyMs, 'watched vehicles could not be looked at', () => this.run());
  }

  async run(): Promise<void> {
    const rows = await this.database.query<Row[]>(
      `SELECT w.user_id AS "userId", w.vehicle_id AS "vehicleId", v.vin, m.name AS model, w.offline_hours AS hours, s.last_seen_at AS "lastSeenAt", w.silent_since AS "notifiedFor"
       FROM vehicle_watch w JOIN vehicle_state s ON s.vehicle_id = w.vehicle_id JOIN vehicle v ON v.id = w.vehicle_id JOIN model m ON m.id = v.model_id
       WHERE w.offline_hours IS NOT NULL AND s.last_seen_at IS NOT NULL ORDER BY w.vehicle_id, w.user_id`,
    );
    for (const row of rows) await this.look(row);
  }

  private async look({ userId, vehicleId, vin, model, hours, lastSeenAt, notifiedFor }: Row): Promise<void> {
    const at = this.now();
    const news = silenceNews({ hours, lastSeenAt, notifiedFor }, at);
    if (news === null) return;
    // of a silence that was notified while the vehicle was in scope, the end is not, if it is no longer
    if ((await watchersOf(this.database, vehicleId, 'offline', 'w.user_id = $2', [userId])).length > 0)
      await this.commands.execute(
        new NotifyMembers([userId], {
          cause: `watch.${news}:${vehicleId}:${lastSeenAt.toISOString()}:${hours}`,
          kind: 'watch',
          text:
            news === 'offline'
              ? bilingual('notification.watch.offline', () => ({ model, vin, hours }))
              : bilingual('notification.watch.online', () => ({ model, vin })),
          link: `/statusDetail/${vehicleId}`,
          vehicleId,
          at,
          messages: true,
        }),
      );
    // last: after an interruption it is found again, and each cause is notified once
    await this.database.query(
      'UPDATE vehicle_watch SET silent_since = $3 WHERE user_id = $1 AND vehicle_id = $2 AND offline_hours = $4',
      [userId, vehicleId, news === 'offline' ? lastSeenAt : null, hours],
    );
  }
}
