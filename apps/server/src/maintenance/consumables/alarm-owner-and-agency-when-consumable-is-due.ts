import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { databaseNowMs } from '../../platform/clock';
import { Policies } from '../../platform/event-log/policies';
import { Timers } from '../../platform/jobs/timers';
import { AlarmConsumables } from './alarm-consumables.command';

const act = 'alarm-consumables';
/** One run for all pending alarms: the action belongs to no row. */
const all = 0;
const sweepMs = 10_000;
const secondMs = 1_000;

/**
 * Owner and agency are notified once per state. The event only triggers a run, at most once a second: a whole fleet may
 * become due at once, and no later event (an SOS among them) waits until all its owners are notified. Pending alarms
 * are stored with the cycles, so none is lost with a queue.
 */
@Injectable()
export class AlarmOwnerAndAgencyWhenConsumableIsDue implements OnApplicationShutdown {
  private notifying: Promise<void> | null = null;
  private stopped = false;

  constructor(
    timers: Timers,
    policies: Policies,
    private readonly commands: CommandBus,
    @InjectDataSource() database: DataSource,
  ) {
    timers.register({
      name: act,
      run: () => this.notifyOnce(),
      due: async () =>
        (await database.query<unknown[]>('SELECT 1 FROM consumable_cycle WHERE alarm_pending LIMIT 1')).length > 0
          ? [all]
          : [],
      sweepMs,
    });
    let planned = 0;
    policies.register({
      name: 'alarm-owner-and-agency-when-consumable-is-due',
      on: ['consumable.imminent', 'consumable.exceeded'],
      run: () => {
        const at = Math.ceil(databaseNowMs() / secondMs) * secondMs;
        if (at > planned) timers.plan(act, all, new Date(at));
        planned = at;
        return Promise.resolve();
      },
    });
  }

  onApplicationShutdown(): void {
    this.stopped = true;
  }

  /** One at a time per process; new alarms are found by the next run. */
  private notifyOnce(): Promise<void> {
    this.notifying ??= this.notifyAll().finally(() => {
      this.notifying = null;
    });
    return this.notifying;
  }

  private async notifyAll(): Promise<void> {
    for (let after: number | null = 0; after !== null && !this.stopped;)
      after = await this.commands.execute(new AlarmConsumables(after));
  }
}
