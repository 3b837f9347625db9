import type { SessionState } from '@headland/contracts/diagnosis';
import type { FlashRunState } from '@headland/contracts/reprogram';
import type { Refusal } from '@headland/domain/decision';
import { servedBy, servedRefusal, type Served } from '@headland/domain/served-machine';
import type { Tx } from '../../platform/database/rows';
import { Problem } from '../../platform/problem';

interface Row {
  vehicle_id: number;
  by_user: number;
  by_name: string;
  by_organization: string;
  since: Date;
}
interface SessionRow extends Row {
  state: SessionState;
  asked_at: Date | null;
  heard_at: Date;
  seen_at: Date;
  acted_at: Date;
  key_off_at: Date | null;
}
interface ProgramRow extends Row {
  state: FlashRunState;
  expires_at: Date;
}
const serverOf = (r: Row) => ({ userId: r.by_user, name: r.by_name, organization: r.by_organization, since: r.since });

/** When what a session `s` waits for, its begin or its end, was asked; null: it waits for neither. */
export const awaitedSince = `(SELECT max(r.asked_at) FROM diagnosis_request r WHERE r.session_id = s.id AND r.state = 'asked'
  AND r.op = CASE s.state WHEN 'connecting' THEN 'connect' WHEN 'disconnecting' THEN 'disconnect' END)`;

/**
 * Which of the vehicles are being served, and by whom. A caller that changes one has locked its row first: sessions and programs begin
 * under the same lock, so that none can begin between this answer and the commit.
 */
export async function servedOf(tx: Tx, vehicleIds: readonly number[], now: Date): Promise<Map<number, Served>> {
  const sessions = await tx.query<SessionRow[]>(
    `SELECT s.vehicle_id, s.by_user, s.by_name, s.by_organization, s.opened_at AS since, s.state, s.heard_at, s.seen_at, s.acted_at, s.key_off_at,
       ${awaitedSince} AS asked_at
     FROM diagnosis_session s WHERE s.vehicle_id = ANY($1::int[]) AND s.ended_at IS NULL`,
    [vehicleIds],
  );
  const programs = await tx.query<ProgramRow[]>(
    'SELECT vehicle_id, by_user, by_name, by_organization, offered_at AS since, state, expires_at FROM flash_run WHERE vehicle_id = ANY($1::int[]) AND ended_at IS NULL',
    [vehicleIds],
  );
  const sessionOf = new Map(sessions.map((s) => [s.vehicle_id, s]));
  const programOf = new Map(programs.map((p) => [p.vehicle_id, p]));
  return new Map(
    [...new Set([...sessionOf.keys(), ...programOf.keys()])].flatMap((id) => {
      const [s, p] = [sessionOf.get(id), programOf.get(id)];
      const clock = s && {
        state: s.state,
        askedAt: s.asked_at?.getTime() ?? null,
        lastMessageAt: s.heard_at.getTime(),
        seenAt: s.seen_at.getTime(),
        actedAt: s.acted_at.getTime(),
        keyOffAt: s.key_off_at?.getTime() ?? null,
      };
      const served = servedBy(
        s && clock ? { clock, by: serverOf(s) } : null,
        p ? { state: p.state, expiresAt: p.expires_at, by: serverOf(p) } : null,
        now,
      );
      return served === null ? [] : [[id, served] as const];
    }),
  );
}

/** Who acts, and when. */
export interface Acting {
  userId: number | null;
  now: Date;
}
/** Vehicles that others serve now, with the refusal for the caller. */
export async function vehiclesInService(
  tx: Tx,
  vehicleIds: readonly number[],
  { userId, now }: Acting,
): Promise<Map<number, Refusal>> {
  const refused = [...(await servedOf(tx, vehicleIds, now))].map(
    ([id, served]) => [id, servedRefusal(served, userId)] as const,
  );
  return new Map(refused.flatMap(([id, refusal]) => (refusal === null ? [] : [[id, refusal] as const])));
}
export async function refuseServed(tx: Tx, vehicleIds: readonly number[], acting: Acting): Promise<void> {
  const [refusal] = (await vehiclesInService(tx, vehicleIds, acting)).values();
  if (refusal !== undefined) throw new Problem(refusal.code, refusal.values);
}
