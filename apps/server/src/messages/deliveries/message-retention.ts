import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { notificationDays } from '@headland/domain/notification';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { deleteOlder, deleteSome, inParts } from '../../platform/database/delete-older';
import { SingleDuties } from '../../platform/jobs/single-duties';
import { noticeMessagesEnd } from './notice-delivery.tx';
import { deleteSmsCounts } from './sms-budget.tx';

const dayMs = 86_400_000;
/** Shown in the mailbox of a development start; that goes first. */
const isNoMail = 'NOT EXISTS (SELECT 1 FROM mail m WHERE m.delivery_id = delivery.id)';
export const ofAccounts = {
  ...{ table: 'delivery', at: 'changed_at' },
  and: `state <> 'queued' AND subject = 'account' AND ${isNoMail}`,
};
/** Those about an SOS are its record, and are kept with it: its evidence file names each. */
export const ofAllElse = {
  ...{ table: 'delivery', at: 'changed_at' },
  and: `state <> 'queued' AND subject NOT IN ('account', 'sos') AND ${isNoMail}`,
};

/** Deletes messages whose days are over; none that waits. Runs in one jobs process, hourly, idempotent. */
@Injectable()
export class MessageRetention {
  constructor(
    duties: SingleDuties,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {
    duties.hourly('message retention', () => this.run());
  }

  async run(): Promise<void> {
    await deleteSmsCounts(this.database, this.now());
    await deleteOlder(this.database, { table: 'mail', at: 'at' }, this.daysAgo(notificationDays));
    await deleteOlder(this.database, ofAccounts, this.daysAgo(notificationDays));
    await inParts(() => this.deletePart(this.daysAgo(this.config.DELIVERY_KEEP_DAYS)));
  }

  /** A notice goes on showing how many its push has reached. */
  private deletePart(before: Date): Promise<number> {
    return this.database.transaction(async (tx) => {
      const rows = await tx.query<{ noticeId: number | null; reached: number; failed: number }[]>(
        `WITH gone AS (${deleteSome(ofAllElse)} RETURNING CASE subject WHEN 'notice' THEN subject_id END AS notice_id, state)
         SELECT notice_id AS "noticeId", count(*) FILTER (WHERE state <> 'failed')::int AS reached, count(*) FILTER (WHERE state = 'failed')::int AS failed
         FROM gone GROUP BY notice_id`,
        [before],
      );
      for (const { noticeId, ...messages } of rows)
        if (noticeId !== null) await noticeMessagesEnd.run(tx, noticeId, messages);
      return rows.reduce((sum, { reached, failed }) => sum + reached + failed, 0);
    });
  }

  private daysAgo(days: number): Date {
    return new Date(this.now().getTime() - days * dayMs);
  }
}
