import type { EngineInfo, ItemValues, StoredFault } from '@headland/contracts/device/diagnosis';
import type { DiagnosisFrame, ServiceKind, SessionState } from '@headland/contracts/diagnosis';
import type { EventPayload } from '@headland/contracts/event-log';
import type { RequestState, SessionClock } from '@headland/domain/diagnosis/session';
import type { Tx } from '../../platform/database/rows';
import type { About } from '../../platform/event-log/change';

/** A session as stored. */
export interface SessionRow {
  id: number;
  token: string;
  vehicle_id: number;
  device_id: string;
  device_key: number;
  organization_id: number;
  kind: ServiceKind;
  state: SessionState;
  by_user: number;
  by_name: string;
  by_organization: string;
  opened_at: Date;
  connected_at: Date | null;
  ended_at: Date | null;
  end: string | null;
  reason: string | null;
  heard_at: Date;
  seen_at: Date;
  acted_at: Date;
  key_off_at: Date | null;
  info: EngineInfo | null;
  live: ItemValues;
  offset_ms: string;
  faults: { at: string; stored: StoredFault[]; pending: StoredFault[]; cleared: string[] } | null;
  /** as the engine stores them: in firing order */
  injector_codes: (string | null)[] | null;
  /** start of the terminal that has accepted the connect */
  boot: number | null;
}
export const sessionColumns = `s.id, s.token, s.vehicle_id, s.device_id, s.device_key, s.organization_id, s.kind, s.state, s.by_user, s.by_name, s.by_organization, s.opened_at,
  s.connected_at, s.ended_at, s."end", s.reason, s.heard_at, s.seen_at, s.acted_at, s.key_off_at, s.info, s.live, s.offset_ms, s.faults, s.injector_codes, s.boot`;

export interface RequestRow {
  id: number;
  token: string;
  session_id: number;
  op: 'connect' | 'faults' | 'clearFaults' | 'watch' | 'unwatch' | 'test' | 'abort' | 'write' | 'disconnect';
  args: Record<string, unknown>;
  state: RequestState;
  asked_at: Date;
  due_at: Date;
  by_name: string;
}

/** The session, locked until the transaction ends. */
export async function lockSession(tx: Tx, by: { id: number } | { token: string }): Promise<SessionRow | null> {
  const [row] =
    'id' in by
      ? await tx.query<SessionRow[]>(`SELECT ${sessionColumns} FROM diagnosis_session s WHERE s.id = $1 FOR UPDATE`, [
          by.id,
        ])
      : await tx.query<SessionRow[]>(
          `SELECT ${sessionColumns} FROM diagnosis_session s WHERE s.token = $1 FOR UPDATE`,
          [by.token],
        );
  return row ?? null;
}

/** The oldest request without a response, or whose test still runs. */
export async function pendingRequest(tx: Tx, sessionId: number): Promise<RequestRow | null> {
  const [row] = await tx.query<RequestRow[]>(
    "SELECT * FROM diagnosis_request WHERE session_id = $1 AND state IN ('asked', 'open') AND op NOT IN ('abort', 'disconnect') ORDER BY id LIMIT 1",
    [sessionId],
  );
  return row ?? null;
}

export const clockOf = (s: SessionRow, askedAt: Date | null): SessionClock => ({
  state: s.state,
  askedAt: askedAt?.getTime() ?? null,
  lastMessageAt: s.heard_at.getTime(),
  seenAt: s.seen_at.getTime(),
  actedAt: s.acted_at.getTime(),
  keyOffAt: s.key_off_at?.getTime() ?? null,
});

type Payload = EventPayload<'diagnosis.opened'>;
export const payloadOf = (
  s: Pick<SessionRow, 'id' | 'vehicle_id' | 'device_id'>,
  more: Partial<Payload> = {},
): Payload => ({
  vehicleId: s.vehicle_id,
  deviceId: s.device_id,
  sessionId: s.id,
  ...more,
});
export const subjectOf = (s: Pick<SessionRow, 'organization_id' | 'vehicle_id'>): About => ({
  organizationId: s.organization_id,
  vehicleId: s.vehicle_id,
});

/** Maximum bytes of a database notification. */
const maxNotificationBytes = 7_900;
/** Notifies the holder's consoles, with the commit. If the data is too large they read it instead. */
export async function notifyConsoles(tx: Tx, frame: DiagnosisFrame): Promise<void> {
  const text = JSON.stringify(frame);
  const { sessionId, at, offsetMs } = frame;
  await tx.query("SELECT pg_notify('diagnosis', $1)", [
    Buffer.byteLength(text) <= maxNotificationBytes ? text : JSON.stringify({ sessionId, at, offsetMs, changed: true }),
  ]);
}
