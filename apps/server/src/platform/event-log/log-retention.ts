import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { EventName } from '@headland/contracts/event-log';
import { CLOCK, type Clock } from '../clock';
import { CONFIG, type Config } from '../config';
import { SingleDuties } from '../jobs/single-duties';
import { paced } from '../paced';

const dayMs = 24 * 3_600_000;
const rowsAtOnce = 5_000;

/**
 * Routine events of machines and messages, which no audit or incident needs once they are old. Everything else stays in
 * the log for good.
 */
export const passingEvents: readonly EventName[] = [
  'device.connected',
  'device.disconnected',
  'engine.started',
  'engine.stopped',
  'delivery.changed',
  'member.notified',
  'member.changed',
  'vehicle.changed',
  'gptChat.asked',
  'gptChat.ended',
];

/** SQL: a login that failed on no account, as strangers cause them. */
const isOfNobody = "name IN ('account.loginFailed', 'account.lockedOut') AND payload->>'userId' IS NULL";

/**
 * Deletes routine events and failed logins of nobody from the log after EVENT_KEEP_DAYS. Runs in one jobs process, hourly,
 * and continues where it stopped.
 */
@Injectable()
export class LogRetention {
  constructor(
    duties: SingleDuties,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {
    duties.hourly('event log retention', () => this.run());
  }

  async run(): Promise<void> {
    const before = new Date(this.now().getTime() - this.config.EVENT_KEEP_DAYS * dayMs);
    for (let more = true; more;) more = await paced(() => this.step(before));
  }

  /**
   * Walks the log once, by number, and stays below the checkpoint event of the policies: by it they recognise the log.
   * Below that there may be gaps (`logFloor`). Returns whether more is old enough.
   */
  private async step(before: Date): Promise<boolean> {
    const [row] = await this.database.query<{ old: number }[]>(
      `WITH page AS (
         SELECT number, at, name = ANY($2) OR ${isOfNobody} AS passes FROM event_log WHERE number > COALESCE((SELECT number FROM log_reader WHERE name = 'retention'), 0)
           AND number < (SELECT number FROM log_reader WHERE name = 'policies') ORDER BY number LIMIT $3
       ), old AS (
         SELECT number, passes FROM page WHERE number < COALESCE((SELECT min(number) FROM page WHERE at >= $1), 9223372036854775807)
       ), gone AS (
         DELETE FROM event_log e USING old WHERE e.number = old.number AND old.passes
       ), stands AS (
         INSERT INTO log_reader (name, number) SELECT 'retention', max(number) FROM old HAVING count(*) > 0 ON CONFLICT (name) DO UPDATE SET number = excluded.number
       )
       SELECT count(*)::int AS old FROM old`,
      [before, passingEvents, rowsAtOnce],
    );
    return row?.old === rowsAtOnce;
  }
}

/** Events up to this number may be deleted: a reader below it must refetch everything. */
export async function logFloor(database: Pick<DataSource, 'query'>): Promise<number> {
  const [row] = await database.query<{ number: string }[]>("SELECT number FROM log_reader WHERE name = 'retention'");
  return Number(row?.number ?? 0);
}
