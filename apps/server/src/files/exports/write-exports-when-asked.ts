import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { Timers } from '../../platform/jobs/timers';
import { LOG } from '../../platform/log';
import { WriteExport } from './write-export.command';

/** Written at the same time by one process; each holds a connection. */
const atOnce = 2;

/** The sweep finds long exports that somebody waits for, also those whose process died, and does not wait for them itself: one may take half a minute. */
@Injectable()
export class WriteExportsWhenAsked implements BeforeApplicationShutdown {
  private readonly writing = new Map<number, Promise<void>>();
  private stopped = false;

  constructor(
    timers: Timers,
    private readonly commands: CommandBus,
    @InjectDataSource() database: DataSource,
    @Inject(LOG) private readonly log: Logger,
  ) {
    timers.register({
      name: 'write-export',
      run: (id) => Promise.resolve(this.start(id)),
      due: async () =>
        // one of each person at a time, so that one member's exports do not delay another's
        (
          await database.query<{ id: number }[]>(
            `SELECT id FROM (SELECT DISTINCT ON (user_id) id FROM list_export WHERE waited_for ORDER BY user_id, id) oldest ORDER BY id LIMIT 50`,
          )
        ).map((e) => e.id),
      sweepMs: 1_000,
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.writing.values());
  }

  private start(id: number): void {
    if (this.stopped || this.writing.has(id) || this.writing.size >= atOnce) return;
    const work = this.commands
      .execute(new WriteExport(id, () => this.stopped))
      .catch((error: unknown) => this.log.error({ error, id }, 'an export was not written; the sweep tries again'))
      .finally(() => this.writing.delete(id));
    this.writing.set(id, work);
  }
}
