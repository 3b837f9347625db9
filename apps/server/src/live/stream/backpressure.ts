import type { StreamHead } from '@headland/contracts/live';
import { liveMetrics } from '../../platform/metrics';
import { viewedRooms, slowRoom, type LiveServer, type LiveSocket } from './rooms';

/** Packets that may wait for one browser; above it gets no events but a `resync` once it has caught up. */
const mostWaiting = 64;
const mostWaitingBytes = 2 * 1024 * 1024;
/** More than this unsent in the kernel's hands: positions go round it. */
const slowBytes = 64 * 1024;

/** Keeps what one browser does not read from piling up here: positions are dropped for it, events are told in one word once it reads again. */
export class Backpressure {
  constructor(
    private readonly io: LiveServer,
    /** it reads again: it is sent what it should have on its screen */
    private readonly caughtUp: (socket: LiveSocket) => void,
    private readonly head: () => StreamHead,
  ) {}

  /**
   * Positions are dropped for a slow browser. Socket.IO's own `volatile` is of no use for that: it drops the second of two frames of the same
   * moment, since the first is still being written. So whoever has something waiting at the start of a round is left out of it.
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
      }
    }
  }

  /** Events are not dropped, so what waits for a browser is watched here: too much, and it is taken out of the rooms until it has read it. */
  watch(): void {
    for (const socket of this.io.sockets.sockets.values()) {
      const { waiting, bytes } = backlog(socket);
      if (bytes > mostWaitingBytes) {
        socket.disconnect(true);
        continue;
      }
      if (!socket.data.stalled && waiting > mostWaiting) {
        socket.data.stalled = true;
        for (const room of socket.rooms) if (room !== socket.id && room !== slowRoom) void socket.leave(room);
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

/** What waits for a browser, in packets and bytes. Engine.io keeps both private; this is the one place that looks. */
function backlog(socket: LiveSocket): { waiting: number; bytes: number } {
  const conn = socket.conn as unknown as {
    writeBuffer?: unknown[];
    transport?: { socket?: { bufferedAmount?: number } };
  };
  return { waiting: conn.writeBuffer?.length ?? 0, bytes: conn.transport?.socket?.bufferedAmount ?? 0 };
}
