import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../../platform/clock';
import { deleteOlder } from '../../platform/database/delete-older';
import { SingleDuties } from '../../platform/jobs/single-duties';

/** How long one is kept after its end: my info shows the login before this one. */
const keptMs = 400 * 86_400_000;
/** A browser keeps its push where a login elsewhere has ended its session. */
const hasNoPush = 'NOT EXISTS (SELECT 1 FROM push_subscription p WHERE p.session_id = login_session.id)';

/**
 * Deletes sessions of members and of the app that ended long ago. One that is over by its time alone is ended by the next
 * login. Runs in one jobs process, hourly, idempotent.
 */
@Injectable()
export class SessionRetention {
  constructor(
    duties: SingleDuties,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
  ) {
    duties.hourly('session retention', () => this.run());
  }

  async run(): Promise<void> {
    const before = new Date(this.now().getTime() - keptMs);
    await deleteOlder(this.database, { table: 'login_session', at: 'ended_at', and: hasNoPush }, before);
    await deleteOlder(this.database, { table: 'app_session', at: 'ended_at' }, before);
  }
}
