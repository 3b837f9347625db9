import type { Server, Socket } from 'socket.io';
import type { DataSource } from 'typeorm';
import { DiagnosisFrame } from '@headland/contracts/diagnosis';
import { Follow, type ClientToServer, type ServerToClient } from '@headland/contracts/live';

type Data = { caller: { userId: number | null } };
type Io<D extends Data> = Server<ClientToServer, ServerToClient, Record<string, never>, D>;
const room = (sessionId: number): string => `session ${sessionId}`;

/**
 * Values of a diagnosis session on their way to the console that holds it, and to nobody else. They come as notifications of the database with the commit
 * that stored them; a browser that is slow is left out and reads what it missed. While a console follows a session, the session counts as looked at.
 */
export class SessionRooms<D extends Data> {
  constructor(
    private readonly io: Io<D>,
    private readonly database: DataSource,
    /** the room of browsers with something waiting */
    private readonly slowRoom: string,
  ) {}

  /** Called for each socket that was let in. */
  welcome(socket: Socket<ClientToServer, ServerToClient, Record<string, never>, D>): void {
    socket.on('follow', (body, answer) => {
      const parsed = Follow.safeParse(body);
      if (!parsed.success || typeof answer !== 'function') return;
      for (const joined of socket.rooms) if (joined.startsWith('session ')) void socket.leave(joined);
      const { sessionId } = parsed.data;
      if (sessionId === null) return answer({ following: false });
      void this.sign([sessionId], socket.data.caller.userId).then(
        (held) => {
          if (held) void socket.join(room(sessionId));
          answer({ following: held });
        },
        () => answer({ following: false }),
      );
    });
  }

  /** What the database notified. */
  hear(text: string): void {
    const parsed = DiagnosisFrame.safeParse(JSON.parse(text));
    if (parsed.success) this.io.to(room(parsed.data.sessionId)).except(this.slowRoom).emit('diagnosis', parsed.data);
  }

  /** Every few seconds: the sessions that somebody looks at are not abandoned. */
  async signAll(): Promise<void> {
    const ids = [...this.io.sockets.adapter.rooms.keys()].filter((name) => name.startsWith('session ')).map((name) => Number(name.slice(8)));
    if (ids.length > 0) await this.sign(ids, null);
  }

  /** `userId` null: whoever holds them. Answers whether one of them is open. */
  private async sign(ids: number[], userId: number | null): Promise<boolean> {
    const [, count] = (await this.database.query(
      'UPDATE diagnosis_session SET seen_at = now() WHERE id = ANY($1) AND ended_at IS NULL AND ($2::int IS NULL OR by_user = $2)',
      [ids, userId],
    )) as [unknown, number];
    return count > 0;
  }
}
