import type { DataSource } from 'typeorm';
import { flashFrames } from '../../remote-service/reprogram/flash-frame.reads';
import { ChangeFeed } from './change-feed';
import { inRoomsOf, programRoom, slowRoom, type LiveServer } from './rooms';

/** A console hears of one program four times a second at the most; one that has to wait is told the newest. */
const everyMs = 250;

/**
 * How far programs are on their way, for the consoles that look at their vehicles and may read of it. Commits are heard of as ids of vehicles; what is sent
 * is what then stands in the database. Its ends and pauses are events of the log, so a frame that is lost is made good.
 */
export const programChanges = (io: LiveServer, database: Pick<DataSource, 'query'>): ChangeFeed =>
  new ChangeFeed(everyMs, inRoomsOf(io, 'program'), async (ids) => {
    try {
      for (const frame of await flashFrames(database, ids))
        io.to(programRoom(frame.vehicleId)).except(slowRoom).emit('flash', frame);
    } catch {
      // the database is away: the next commit, or the console's own question, says it
    }
  });
