import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { CONFIG, runs, sessionUrl, type Config } from '../../platform/config';
import { Listener } from '../../platform/database/listener';
import { Timers } from '../../platform/jobs/timers';
import { LOG } from '../../platform/log';
import { SendDelivery } from './send-delivery.command';

/** Concurrent sends. */
const atOnce = 20;

/**
 * A new message is notified by its commit and sent at once, whichever process queued it; a later attempt has a timer;
 * the sweep over the table finds what both missed.
 */
@Injectable()
export class SendDeliveriesWhenDue implements OnApplicationBootstrap, OnApplicationShutdown {
  private listener: Listener | null = null;
  private readonly waiting: number[] = [];
  private sending = 0;
  private stopped = false;

  constructor(
    timers: Timers,
    private readonly commands: CommandBus,
    @InjectDataSource() database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
  ) {
    timers.register({
      name: 'send-delivery',
      run: (id) => commands.execute(new SendDelivery(id)),
      due: async () => {
        // longer than any pause: written by a clock that was ahead
        await database.query(
          "UPDATE delivery SET next_try_at = now() WHERE state = 'queued' AND next_try_at > now() + interval '5 minutes'",
        );
        return (
          await database.query<{ id: number }[]>(
            "SELECT id::float8 AS id FROM delivery WHERE state = 'queued' AND next_try_at <= now() ORDER BY delivery.id LIMIT 500",
          )
        ).map((d) => d.id);
      },
      sweepMs: 2_000,
    });
  }

  onApplicationBootstrap(): void {
    if (!runs(this.config, 'jobs')) return;
    this.listener = new Listener(
      sessionUrl(this.config),
      { delivery: (ids) => this.send(ids.split(',').map(Number)) },
      () => undefined,
      this.log,
    );
    this.listener.start();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.listener?.stop();
  }

  private send(ids: number[]): void {
    this.waiting.push(...ids);
    while (this.sending < atOnce && this.waiting.length > 0) void this.inTurn();
  }

  private async inTurn(): Promise<void> {
    this.sending++;
    for (let id = this.waiting.shift(); id !== undefined && !this.stopped; id = this.waiting.shift())
      await this.commands
        .execute(new SendDelivery(id))
        .catch((error: unknown) => this.log.error({ error, id }, 'a message was not sent; the sweep tries again'));
    this.sending--;
  }
}
