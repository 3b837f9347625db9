import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { setTimeout as wait } from 'node:timers/promises';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { CONFIG, runs, sessionUrl, type Config } from '../../platform/config';
import { Listener } from '../../platform/database/listener';
import { Timers } from '../../platform/jobs/timers';
import { LOG } from '../../platform/log';
import { Lane, laneColumn, type LaneName, laneNames, lanePlaces } from './lanes';
import { SendDelivery } from './send-delivery.command';

interface InLane {
  id: number;
  lane: LaneName;
}

/** Most messages of one lane that a sweep finds, of those that were tried before as well. */
const atOnce = 500;
/**
 * What is due, of every lane by itself: first what was not tried yet, since a retry may hang again. Read by the index
 * `delivery_due`, so that thousands that wait are neither read nor sorted every two seconds.
 */
export const dueSql = `
  SELECT d.id::float8 AS id, lane FROM unnest($1::text[]) AS lane, (VALUES (0), (1)) AS tries(tried), LATERAL (
    SELECT id, next_try_at FROM delivery WHERE state = 'queued' AND ${laneColumn} = lane AND least(attempts, 1) = tried AND next_try_at <= now()
    ORDER BY next_try_at LIMIT $2) d
  ORDER BY tried, next_try_at, d.id`;
/** How long a shutdown waits for messages under way: one that is cut off is sent again. */
const shutdownTimeoutMs = 1_000;

/**
 * A new message is notified by its commit and sent at once, whichever process queued it; a later attempt has a timer;
 * the sweep over the table finds what both missed. All three only put it into its lane: none of them waits for a
 * gateway, so what is urgent passes a thousand others that hang.
 */
@Injectable()
export class SendDeliveriesWhenDue implements OnApplicationBootstrap, OnApplicationShutdown {
  private listener: Listener | null = null;
  private readonly lanes: Record<LaneName, Lane>;

  constructor(
    timers: Timers,
    private readonly commands: CommandBus,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
  ) {
    this.lanes = Object.fromEntries(
      laneNames.map((name) => [name, new Lane(lanePlaces[name], (id) => this.send(id))]),
    ) as Record<LaneName, Lane>;
    timers.register({
      name: 'send-delivery',
      run: (id) => this.put([id]),
      due: () => this.sweep(),
      sweepMs: 2_000,
    });
  }

  onApplicationBootstrap(): void {
    if (!runs(this.config, 'jobs')) return;
    this.listener = new Listener(
      sessionUrl(this.config),
      {
        delivery: (ids) =>
          void this.put(ids.split(',').map(Number)).catch((error: unknown) =>
            this.log.error({ error }, 'new messages were not read; the sweep finds them'),
          ),
      },
      () => undefined,
      this.log,
    );
    this.listener.start();
  }

  async onApplicationShutdown(): Promise<void> {
    const sent = Promise.all(Object.values(this.lanes).map((lane) => lane.stop()));
    await this.listener?.stop();
    await Promise.race([sent, wait(shutdownTimeoutMs, undefined, { ref: false })]);
  }

  private async put(ids: number[]): Promise<void> {
    const lanes = Object.values(this.lanes);
    const unknown = ids.filter((id) => !lanes.some((lane) => lane.has(id)));
    if (unknown.length === 0) return;
    const rows = await this.database.query<InLane[]>(
      `SELECT id::float8 AS id, ${laneColumn} AS lane FROM delivery WHERE id = ANY($1) AND state = 'queued' ORDER BY delivery.id`,
      [unknown],
    );
    for (const { id, lane } of rows) this.lanes[lane].add(id);
  }

  /** Of every lane its own. */
  private async sweep(): Promise<number[]> {
    // longer than any pause: written by a clock that was ahead. A notice may wait for the morning: 12 h at most, on a
    // night when clocks are set back
    await this.database.query(
      `UPDATE delivery SET next_try_at = now() WHERE state = 'queued' AND next_try_at > now() + interval '5 minutes'
         AND (subject <> 'notice' OR next_try_at > now() + interval '12 hours')`,
    );
    const rows = await this.database.query<InLane[]>(dueSql, [laneNames, atOnce]);
    for (const { id, lane } of rows) this.lanes[lane].add(id);
    return rows.map((row) => row.id);
  }

  private async send(id: number): Promise<void> {
    await this.commands
      .execute(new SendDelivery(id))
      .catch((error: unknown) => this.log.error({ error, id }, 'a message was not sent; the sweep tries again'));
  }
}
