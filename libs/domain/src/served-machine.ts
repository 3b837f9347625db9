import type { FlashRunState } from '@headland/contracts/reprogram';
import type { Refusal } from './decision';
import { overdue, type SessionClock } from './diagnosis/session';
import { hasEnded } from './reprogram/offer';

/**
 * A machine is being served while somebody has a session with it (diagnosis or writing), or while a program is offered
 * or transferred to it. Until then its device, its dealer and its customer are locked, and no one else starts or
 * controls it: the engineer must not act on another machine than the one on screen. An expired session does not count,
 * though its row is open until the sweep.
 */
export interface Server {
  userId: number | null;
  name: string;
  organization: string;
  since: Date;
}
export interface Served extends Server {
  kind: 'session' | 'program';
}

/** `program.expiresAt`: an offer not accepted by then does not count. */
export function servedBy(
  session: { clock: SessionClock; by: Server } | null,
  program: { state: FlashRunState; expiresAt: Date; by: Server } | null,
  now: Date,
): Served | null {
  if (session !== null && overdue(session.clock, now.getTime()) === null) return { kind: 'session', ...session.by };
  const underway =
    program !== null && !hasEnded(program.state) && !(program.state === 'offered' && program.expiresAt <= now);
  return underway ? { kind: 'program', ...program.by } : null;
}

/** Whether it blocks this account. The holder of the session may act; a transfer blocks everybody, its starter too. */
export const isServed = (served: Served | null, by: number | null): served is Served =>
  served !== null && (served.kind === 'program' || by === null || served.userId !== by);

export const servedRefusal = (served: Served | null, by: number | null): Refusal | null =>
  isServed(served, by)
    ? {
        code: 'VEHICLE_HELD',
        values: { by: served.name, organization: served.organization, since: served.since.toISOString() },
      }
    : null;
