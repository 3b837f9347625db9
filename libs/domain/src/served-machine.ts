import type { Refusal } from './decision';
import { overdue, type SessionClock } from './diagnosis/session';
import { type FlashRunState, hasEnded } from './reprogram/offer';

/**
 * A machine is being served while somebody has a session with it (to diagnose it, or to write to it), or while a program is offered to it or on its
 * way into a controller. Until that is over it keeps its device, its dealer and its customer, and nobody else starts or controls it: who works on it
 * would act on a machine that is not the one he sees. A session whose time is up serves nobody, though its row is open until the sweep.
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

/** `program.expiresAt`: an offer that nobody took up by then is none. */
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

/** Whether it stands in the way of this account. Who holds the session may act; a program on its way is in everybody's way, also its starter's. */
export const isHeld = (served: Served | null, by: number | null): served is Served =>
  served !== null && (served.kind === 'program' || by === null || served.userId !== by);

export const servedRefusal = (served: Served | null, by: number | null): Refusal | null =>
  isHeld(served, by)
    ? {
        code: 'VEHICLE_HELD',
        values: { by: served.name, organization: served.organization, since: served.since.toISOString() },
      }
    : null;
