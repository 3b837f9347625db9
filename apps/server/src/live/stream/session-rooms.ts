import type { DataSource } from 'typeorm';
import { DiagnosisFrame } from '@headland/contracts/diagnosis';
import { Follow } from '@headland/contracts/live';
import { inRoomsOf, slowRoom, type LiveServer, type LiveSocket } from './rooms';

const room = (sessionId: number): string => `session ${sessionId}`;

/**
 * Values of a diagnosis session on their way to the console that holds it, and to nobody else. They come as notifications of the database with the commit
 * that stored them; a browser that is slow is left out and reads what it missed. While a console follows a session, the session counts as looked at.
 */
export class SessionRooms {
  constructor(
    private readonly io: LiveServer,
    private readonly database: DataSource,
  ) {}

  /** Called for each socket that was let in. */
  welcome(socket: LiveSocket): void {
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
    if (parsed.success) this.io.to(room(parsed.data.sessionId)).except(slowRoom).emit('diagnosis', parsed.data);
  }

  /** Every few seconds: the sessions that somebody looks at are not abandoned. */
  async signAll(): Promise<void> {
    const ids = inRoomsOf(this.io, 'session').all();
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
