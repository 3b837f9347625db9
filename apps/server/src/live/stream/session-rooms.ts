import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { DiagnosisFrame } from '@headland/contracts/diagnosis';
import type { FollowAnswer } from '@headland/contracts/live';
import { mayRead } from '@headland/domain/access';
import { inScope, type Scope } from '../../platform/caller';
import { inRoomsOf, slowRoom, type LiveServer, type LiveSocket } from './rooms';

const room = (sessionId: number): string => `session ${sessionId}`;

/**
 * Pushes values of a diagnosis session to the console that holds it, and to nobody else. They arrive as notifications
 * of the database with the commit that stored them; a slow browser is left out and refetches what it missed. While a
 * console follows a session, the session counts as seen.
 */
export class SessionRooms {
  constructor(
    private readonly io: LiveServer,
    private readonly database: DataSource,
    private readonly log: Logger,
  ) {}

  /**
   * Joins the room of a session that the socket's account holds, and leaves any other; null: leaves only. A wall has no
   * account, so it holds none. Who may no longer read what the session does, or the vehicle, does not follow it either.
   */
  async follow(socket: LiveSocket, sessionId: number | null): Promise<FollowAnswer> {
    for (const joined of socket.rooms) if (joined.startsWith('session ')) void socket.leave(joined);
    const { caller } = socket.data;
    const { userId, scope } = caller;
    if (sessionId === null || userId === null || !mayRead(caller, 'remote')) return { following: false };
    const following = await this.hold(sessionId, userId, scope).catch((error: unknown) => {
      this.log.warn({ error, sessionId }, 'live: a diagnosis session could not be followed');
      return false;
    });
    if (following) void socket.join(room(sessionId));
    return { following };
  }

  /** The payload of the database's notification. */
  onNotification(text: string): void {
    const parsed = DiagnosisFrame.safeParse(JSON.parse(text));
    if (parsed.success) this.io.to(room(parsed.data.sessionId)).except(slowRoom).emit('diagnosis', parsed.data);
  }

  /** Every few seconds: keeps followed sessions from being ended as abandoned. */
  async signAll(): Promise<void> {
    const ids = inRoomsOf(this.io, 'session').all();
    if (ids.length > 0)
      await this.database.query(
        'UPDATE diagnosis_session SET seen_at = now() WHERE id = ANY($1) AND ended_at IS NULL',
        [ids],
      );
  }

  /** Marks it as seen, and returns whether it is open, of this member, and of a vehicle in scope. */
  private async hold(id: number, userId: number, scope: Scope): Promise<boolean> {
    const parameters: unknown[] = [id, userId];
    const [, count] = (await this.database.query(
      `UPDATE diagnosis_session s SET seen_at = now() FROM vehicle v
       WHERE s.id = $1 AND s.ended_at IS NULL AND s.by_user = $2 AND v.id = s.vehicle_id AND ${inScope(scope, 'v.organization_id', parameters)}`,
      parameters,
    )) as [unknown, number];
    return count > 0;
  }
}
