import type { DataSource } from 'typeorm';
import { flashFrames } from '../../remote-service/reprogram/flash-frame.reads';
import { ChangeFeed } from './change-feed';
import { inRoomsOf, programRoom, slowRoom, type LiveServer } from './rooms';

/** A console gets one program's progress at most four times a second, always the newest. */
const everyMs = 250;

/**
 * Pushes the progress of program transfers to consoles that are subscribed to the vehicles and may read it. Commits are
 * notified as vehicle ids; the state is then read from the database. Ends and pauses are events of the log, so a lost
 * frame does no harm.
 */
export const programChanges = (io: LiveServer, database: Pick<DataSource, 'query'>): ChangeFeed =>
  new ChangeFeed(everyMs, inRoomsOf(io, 'program'), async (ids) => {
    try {
      for (const frame of await flashFrames(database, ids))
        io.to(programRoom(frame.vehicleId)).except(slowRoom).emit('flash', frame);
    } catch {
      // the database is away: the next commit, or the console's own refetch, makes up for it
    }
  });
