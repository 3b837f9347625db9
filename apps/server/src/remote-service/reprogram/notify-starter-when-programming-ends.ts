import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { cancelAsked } from '@headland/domain/reprogram/offer';
import type { Language } from '@headland/i18n/messages';
import { flashReasonLabel } from '@headland/i18n/flash-labels';
import { formatMessage } from '@headland/i18n/format-message';
import { NotifyMembers } from '../../messages/notifications/notify-members.command';
import { Policies } from '../../platform/event-log/policies';

/** The end itself, or, for a run that was verifying, the cancel request: then the device decides the end. */
const bySelf = `(EXISTS (SELECT 1 FROM event_log e WHERE e.number = $2 AND e.by_user = r.by_user) OR EXISTS (SELECT 1 FROM event_log e WHERE e.vehicle_id = r.vehicle_id
  AND e.name = 'flash.changed' AND e.number < $2 AND e.at >= r.offered_at - interval '1 minute' AND (e.payload->>'runId')::int = r.id AND e.payload->>'reason' = '${cancelAsked}' AND e.by_user = r.by_user))`;
const ends = ['done', 'refused', 'failed', 'expired', 'cancelled'] as const;

/**
 * A transfer continues without the browser of its starter: that member is notified of its end, also if somebody else
 * cancelled it. Those of a roll-out are summarised.
 */
@Injectable()
export class NotifyStarterWhenProgrammingEnds {
  constructor(policies: Policies, commands: CommandBus, @InjectDataSource() database: DataSource) {
    policies.register({
      name: 'notify-starter-when-programming-ends',
      on: ['flash.changed'],
      run: async ({ number, at, payload: { runId, vehicleId, state, reason, late } }) => {
        // its end was notified when it ended
        if (late === true) return;
        const end = ends.find((e) => e === state);
        if (end === undefined) return;
        const [run] = await database.query<
          { by_user: number; self: boolean; vin: string; model: string; target: string; version: string }[]
        >(
          `SELECT r.by_user, ${bySelf} AS self, v.vin, m.name AS model, f.target, f.version FROM flash_run r JOIN flash_file f ON f.id = r.file_id JOIN vehicle v ON v.id = r.vehicle_id
           JOIN model m ON m.id = v.model_id WHERE r.id = $1 AND r.roll_out_id IS NULL`,
          [runId, number],
        );
        if (run === undefined || (end === 'cancelled' && run.self)) return;
        const { vin, model, target, version } = run;
        const textIn = (l: Language): string =>
          formatMessage(l, `notification.flash.${end}`, {
            vin,
            model,
            target: target.toUpperCase(),
            version,
            reason:
              reason === undefined ? '–' : flashReasonLabel((key, values) => formatMessage(l, key, values), reason),
          });
        await commands.execute(
          new NotifyMembers([run.by_user], {
            cause: `flash.${end}:${runId}`,
            kind: 'reprogramming',
            text: { ko: textIn('ko'), en: textIn('en') },
            link: `/reProgramDetail/${vehicleId}`,
            vehicleId,
            at: new Date(at),
            messages: true,
          }),
        );
      },
    });
  }
}
