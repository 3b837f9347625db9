import type { DataSource } from 'typeorm';
import { eventLogMetrics } from '../metrics';
import { system } from '../caller';
import type { Change } from './change';
import { logEnd, type LogPosition } from './log-reader';

/** Held by whoever records it: several processes notice the same loss. */
const lock = 'SELECT pg_advisory_xact_lock(7202, 3)';

/**
 * The database has lost its newest events (an asynchronous standby took over, an older back-up was restored): administrators are told once how many
 * there were. `read`: how far a process had read before.
 */
export async function recordLostEvents(
  change: Change,
  database: Pick<DataSource, 'query'>,
  read: LogPosition,
): Promise<void> {
  const kept = await logEnd(database, read);
  await change.run(system, async (tx, emit) => {
    await tx.query(lock);
    const recorded = await tx.query<object[]>(
      "SELECT 1 FROM event_log WHERE name = 'system.eventsLost' AND number > $1",
      [kept.number],
    );
    if (recorded.length === 0)
      emit(
        'system.eventsLost',
        { lost: read.number - kept.number, from: kept.at, to: read.at },
        { organizationId: null },
      );
  });
  eventLogMetrics.lost.inc(read.number - kept.number);
}
