import type { StreamHead } from '@headland/contracts/live';
import { liveMetrics } from '../../platform/metrics';
import { sessionOfRoom, viewedRooms, slowRoom, type LiveServer, type LiveSocket } from './rooms';

/** Packets that may be queued for one browser; above it gets no events but a `resync` once it has caught up. */
const maxWaiting = 64;
const maxWaitingBytes = 2 * 1024 * 1024;
/** With more unsent bytes than this in the kernel's buffer, a browser gets no positions. */
const slowBytes = 64 * 1024;

/**
 * Keeps a slow browser's data from piling up here: its positions are dropped, and its events are replaced by one
 * `resync` once it reads again.
 */
export class Backpressure {
  constructor(
    private readonly io: LiveServer,
    /** it reads again: it is sent the current state */
    private readonly caughtUp: (socket: LiveSocket) => void,
    private readonly head: () => StreamHead,
  ) {}

  /**
   * Positions are dropped for a slow browser. Socket.IO's own `volatile` does not work here: it drops the second of two
   * frames of the same moment, since the first is still being written. So a browser with anything queued at the start
   * of a round is left out of it.
   */
  mark(): void {
    for (const socket of this.io.sockets.sockets.values()) {
      const { waiting, bytes } = backlog(socket);
      const slow = waiting > 0 || bytes > slowBytes;
      if (slow === socket.data.slow) continue;
      socket.data.slow = slow;
      if (slow) {
        liveMetrics.dropped.inc();
        void socket.join(slowRoom);
      } else {
        void socket.leave(slowRoom);
        this.caughtUp(socket);
        for (const room of socket.rooms) {
          const sessionId = sessionOfRoom(room);
          if (sessionId !== null) socket.emit('diagnosisMissed', { sessionId });
        }
      }
    }
  }

  /**
   * Events are not dropped, so the queue of a browser is watched: above the limit it leaves the rooms until it has
   * caught up. Not that of its diagnosis session: nothing comes from there while it is slow, and a session that no
   * browser follows is ended as abandoned.
   */
  watch(): void {
    for (const socket of this.io.sockets.sockets.values()) {
      const { waiting, bytes } = backlog(socket);
      if (bytes > maxWaitingBytes) {
        socket.disconnect(true);
        continue;
      }
      if (!socket.data.stalled && waiting > maxWaiting) {
        socket.data.stalled = true;
        for (const room of socket.rooms)
          if (room !== socket.id && room !== slowRoom && sessionOfRoom(room) === null) void socket.leave(room);
      } else if (socket.data.stalled && waiting === 0) {
        socket.data.stalled = false;
        liveMetrics.resyncs.inc();
        if (socket.data.live) void socket.join(socket.data.eventRooms);
        void socket.join(viewedRooms(socket.data));
        socket.emit('resync', this.head());
      }
    }
  }
}

/** A browser's queue in packets and bytes. Engine.io keeps both private; this is the one place that reads them. */
function backlog(socket: LiveSocket): { waiting: number; bytes: number } {
  const conn = socket.conn as unknown as {
    writeBuffer?: unknown[];
    transport?: { socket?: { bufferedAmount?: number } };
  };
  return { waiting: conn.writeBuffer?.length ?? 0, bytes: conn.transport?.socket?.bufferedAmount ?? 0 };
}
