import type { FaultStatus } from '@headland/contracts/fault';
import type { Pool } from 'pg';

/** Calls, reports, their events and messages, as the database holds them at the end of a run. */
export interface LifeSos {
  id: number;
  key: string;
  status: string;
  version: number;
  presses: number;
  origin: 'device' | 'tilt';
  receivedMs: number;
  acknowledgedMs: number | null;
  acknowledgedBy: string | null;
  handlerId: number | null;
  dispatchPerson: string | null;
  dispatchPhone: string | null;
  injured: string | null;
  cause: string | null;
  resolution: string | null;
  closedBy: string | null;
  level: number;
}
export interface LifeReport {
  id: number;
  key: string;
  status: FaultStatus;
  version: number;
  active: boolean;
  count: number;
  /** 1 critical, 2 major, 3 minor */
  severity: number;
  receivedMs: number;
  agencyId: number | null;
  personId: number | null;
  personName: string | null;
  channel: string | null;
  memo: string | null;
  acceptedBy: string | null;
  completedBy: string | null;
  repairedOn: string | null;
  partCode: string | null;
  level: number;
}
export interface LifeEvent {
  number: number;
  name: string;
  id: number;
  /** null: the system, or a device */
  by: string | null;
  /** when it was written, which on a busy machine is later than the moment that its rule saw */
  atMs: number;
  /** of a call: when it escalates next, as the event says */
  nextMs: number | null;
}
export interface LifeDelivery {
  id: number;
  reason: string;
  channel: string;
  state: string;
  attempts: number;
  problem: string | null;
  /** copies in the mailbox of the product */
  mails: number;
}
export interface Life {
  calls: LifeSos[];
  reports: LifeReport[];
  events: LifeEvent[];
  deliveries: LifeDelivery[];
}

const ms = (column: string): string => `(extract(epoch FROM ${column}) * 1000)::float8`;

export async function readLife(pool: Pool): Promise<Life> {
  const calls = await pool.query<LifeSos>(
    `SELECT id, device_id || ' ' || type AS key, status, version, presses, origin, ${ms('received_at')} AS "receivedMs", ${ms('acknowledged_at')} AS "acknowledgedMs",
       acknowledged_by AS "acknowledgedBy", handler_id AS "handlerId", dispatch->>'person' AS "dispatchPerson", dispatch->>'phone' AS "dispatchPhone", injured, cause, resolution, closed_by AS "closedBy",
       escalation_level::int AS level FROM sos_call ORDER BY id`,
  );
  const reports = await pool.query<LifeReport>(
    `SELECT id, device_id || ' ' || code AS key, status, version, active, count, severity::int, ${ms('received_at')} AS "receivedMs", agency_id AS "agencyId", person_id AS "personId",
       person_name AS "personName", channel, memo, accepted_by AS "acceptedBy", completed_by AS "completedBy", repaired_on::text AS "repairedOn", part_code AS "partCode",
       escalation_level::int AS level FROM fault_report ORDER BY id`,
  );
  const events = await pool.query<LifeEvent>(
    `SELECT number::int, name, COALESCE(payload->'sos'->>'id', payload->'fault'->>'id')::int AS id, by_name AS by, ${ms('at')} AS "atMs",
       ${ms("(payload->'sos'->>'nextEscalationAt')::timestamptz")} AS "nextMs"
     FROM event_log WHERE name LIKE 'sos.%' OR name LIKE 'fault.%' ORDER BY number`,
  );
  // the codes of logins are no alarm
  const deliveries = await pool.query<LifeDelivery>(
    `SELECT d.id::float8 AS id, d.reason, d.channel, d.state, d.attempts::int, d.problem, (SELECT count(*)::int FROM mail m WHERE m.delivery_id = d.id) AS mails
     FROM delivery d WHERE NOT d.secret ORDER BY d.id`,
  );
  return { calls: calls.rows, reports: reports.rows, events: events.rows, deliveries: deliveries.rows };
}
