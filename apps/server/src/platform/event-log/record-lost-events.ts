import type { DataSource } from 'typeorm';
import { advisoryLocks } from '../database/advisory-locks';
import { eventLogMetrics } from '../metrics';
import { system } from '../caller';
import type { Change } from './change';
import { logEnd, type LogPosition } from './log-reader';

/** Advisory lock: several processes notice the same loss. */
const lock = `SELECT pg_advisory_xact_lock(${advisoryLocks.lostEvents})`;

/**
 * The database has lost its newest events (an asynchronous standby took over, an older backup was restored):
 * administrators are notified once, with how many. `read`: the position of a process before the loss.
 */
export async function recordLostEvents(
  change: Change,
  database: Pick<DataSource, 'query'>,
  read: LogPosition,
): Promise<void> {
  const end = await logEnd(database, read);
  await change.run(system, async (tx, emit) => {
    await tx.query(lock);
    const recorded = await tx.query<object[]>(
      "SELECT 1 FROM event_log WHERE name = 'system.eventsLost' AND number > $1",
      [end.number],
    );
    if (recorded.length === 0)
      emit(
        'system.eventsLost',
        { lost: read.number - end.number, from: end.at, to: read.at },
        { organizationId: null },
      );
  });
  eventLogMetrics.lost.inc(read.number - end.number);
}
