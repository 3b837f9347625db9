import { openSosStatuses, type SosSummary } from '@headland/contracts/sos';
import { customerOfIncident } from '../../people/customer-base/masked-customer.reads';
import { idOfLastInsert, type Tx } from '../../platform/database/rows';
import { sosIsOpen } from '../../platform/database/open-sql';

/**
 * Columns of an SOS summary; `c` is the SOS, `o` its organization. The next organization up follows domain/escalation's
 * nextUp.
 */
export const summaryColumns = `
  c.id, c.version, c.status, c.type, c.origin, c.late, c.presses, c.raised_at, c.received_at, c.device_ts, c.skew_ms, c.vehicle_id, c.device_id, v.vin, m.name AS model,
  c.lat, c.lon, c.position_at, c.place, c.organization_id, o.name AS organization, c.handler_id, c.handler_name, c.escalation_level, c.escalated_to, up.name AS escalated_to_name,
  c.next_escalation_at, above.id AS above_id, above.name AS above_name, c.acknowledged_at, c.acknowledged_by, c.dispatched_at, c.closed_at, c.dispatch, c.injured, c.cause, c.resolution`;
export const summaryFrom = `
  FROM sos_call c JOIN organization o ON o.id = c.organization_id LEFT JOIN vehicle v ON v.id = c.vehicle_id LEFT JOIN model m ON m.id = v.model_id
  LEFT JOIN organization up ON up.id = c.escalated_to
  LEFT JOIN organization above ON c.next_escalation_at IS NOT NULL AND above.id = o.path[greatest(1, cardinality(o.path) - c.escalation_level - 1)]`;

/** Joined to `summaryFrom`: `customerColumns`. */
export const sosCustomer = customerOfIncident(sosIsOpen('c'), 'c.raised_at');

export interface SummaryRow {
  id: number;
  version: number;
  status: SosSummary['status'];
  type: SosSummary['type'];
  origin: SosSummary['origin'];
  late: boolean;
  presses: number;
  raised_at: Date;
  received_at: Date;
  device_ts: string | null;
  skew_ms: string | null;
  vehicle_id: number | null;
  device_id: string;
  vin: string | null;
  model: string | null;
  lat: number | null;
  lon: number | null;
  position_at: Date | null;
  place: SosSummary['place'];
  organization_id: number;
  organization: string;
  handler_id: number | null;
  handler_name: string | null;
  escalation_level: number;
  escalated_to: number | null;
  escalated_to_name: string | null;
  next_escalation_at: Date | null;
  above_id: number | null;
  above_name: string | null;
  acknowledged_at: Date | null;
  acknowledged_by: string | null;
  dispatched_at: Date | null;
  closed_at: Date | null;
  dispatch: SosSummary['dispatch'];
  injured: SosSummary['injured'];
  cause: SosSummary['cause'];
  resolution: string | null;
}

/** Only for what is already locked or scope-checked. */
export async function sosSummary(tx: Tx, id: number): Promise<SosSummary> {
  const [row] = await tx.query<SummaryRow[]>(`SELECT ${summaryColumns} ${summaryFrom} WHERE c.id = $1`, [id]);
  if (row === undefined) throw new Error(`call ${id} vanished`);
  return toSummary(row);
}

/** Whether it is open now: an event may be read long after it, and nobody is to be sent to a call that is closed. */
export async function isStillOpen(tx: Tx, id: number): Promise<boolean> {
  const rows = await tx.query<unknown[]>('SELECT 1 FROM sos_call WHERE id = $1 AND status = ANY($2)', [
    id,
    openSosStatuses,
  ]);
  return rows.length > 0;
}

/** Of the SOS that this transaction has just inserted; null if the insert conflicted. */
export async function summaryOfNew(tx: Tx): Promise<SosSummary | null> {
  const [row] = await tx.query<SummaryRow[]>(
    `SELECT ${summaryColumns} ${summaryFrom} WHERE c.id = ${idOfLastInsert('sos_call')}`,
  );
  return row === undefined ? null : toSummary(row);
}

export const toSummary = (r: SummaryRow): SosSummary => ({
  id: r.id,
  version: r.version,
  status: r.status,
  type: r.type,
  origin: r.origin,
  late: r.late,
  presses: r.presses,
  raisedAt: r.raised_at.toISOString(),
  receivedAt: r.received_at.toISOString(),
  deviceTime: isoOf(r.device_ts),
  skewMs: r.skew_ms === null ? null : Number(r.skew_ms),
  vehicle: { id: r.vehicle_id ?? 0, vin: r.vin ?? r.device_id, model: r.model ?? '', deviceId: r.device_id },
  lat: r.lat,
  lon: r.lon,
  positionAt: r.position_at?.toISOString() ?? null,
  place: r.place,
  agency: { id: r.organization_id, name: r.organization },
  handler: r.handler_id === null ? null : { id: r.handler_id, name: r.handler_name ?? '' },
  escalationLevel: r.escalation_level,
  escalatedTo: named(r.escalated_to, r.escalated_to_name),
  nextEscalationAt: r.next_escalation_at?.toISOString() ?? null,
  nextEscalationTo: named(r.above_id, r.above_name),
  acknowledgedAt: r.acknowledged_at?.toISOString() ?? null,
  acknowledgedBy: r.acknowledged_by,
  dispatchedAt: r.dispatched_at?.toISOString() ?? null,
  closedAt: r.closed_at?.toISOString() ?? null,
  dispatch: r.dispatch,
  injured: r.injured,
  cause: r.cause,
  resolution: r.resolution,
});

const named = (id: number | null, name: string | null): { id: number; name: string } | null =>
  id === null ? null : { id, name: name ?? '' };
/** A broken device clock may give a time outside the calendar. */
const isoOf = (ms: string | null): string | null =>
  ms === null || Math.abs(Number(ms)) > 8.64e15 ? null : new Date(Number(ms)).toISOString();
