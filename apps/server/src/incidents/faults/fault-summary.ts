import type { FaultSummary } from '@headland/contracts/fault';
import { severityOfRank } from '@headland/domain/fault';
import { idOfLastInsert, type Tx } from '../../platform/database/rows';

/** Columns of a report summary; `f` is the report, `o` the vehicle's dealer, `a` the assigned agency. */
export const summaryColumns = `
  f.id, f.version, f.status, f.severity, f.code, f.name, f.part, f.spn, f.fmi, f.lamp, f.count, f.occurred_at, f.last_at, f.received_at, f.cleared_at, f.vehicle_id, f.device_id, v.vin,
  m.name AS model, f.lat, f.lon, f.place, COALESCE(a.id, o.id) AS agency_id, COALESCE(a.name, o.name) AS agency_name, f.person_id, f.person_name, f.due_at, f.accepted_at, f.accepted_by,
  f.completed_at, f.completed_by, f.escalation_level, f.escalated_to, up.name AS escalated_to_name, f.memo`;
export const summaryFrom = `
  FROM fault_report f JOIN organization o ON o.id = f.organization_id LEFT JOIN organization a ON a.id = f.agency_id LEFT JOIN vehicle v ON v.id = f.vehicle_id
  LEFT JOIN model m ON m.id = v.model_id LEFT JOIN organization up ON up.id = f.escalated_to`;

export interface SummaryRow {
  id: number;
  version: number;
  status: FaultSummary['status'];
  severity: number;
  code: string;
  name: FaultSummary['name'];
  part: FaultSummary['part'];
  spn: number | null;
  fmi: number | null;
  lamp: string | null;
  count: number;
  occurred_at: Date;
  last_at: Date;
  received_at: Date;
  cleared_at: Date | null;
  vehicle_id: number | null;
  device_id: string;
  vin: string | null;
  model: string | null;
  lat: number | null;
  lon: number | null;
  place: FaultSummary['place'];
  agency_id: number;
  agency_name: string;
  person_id: number | null;
  person_name: string | null;
  due_at: Date | null;
  accepted_at: Date | null;
  accepted_by: string | null;
  completed_at: Date | null;
  completed_by: string | null;
  escalation_level: number;
  escalated_to: number | null;
  escalated_to_name: string | null;
  memo: string | null;
}

/** Only for reports that are already locked or scope-checked. */
export async function faultSummary(tx: Tx, id: number): Promise<FaultSummary> {
  const [row] = await tx.query<SummaryRow[]>(`SELECT ${summaryColumns} ${summaryFrom} WHERE f.id = $1`, [id]);
  if (row === undefined) throw new Error(`report ${id} vanished`);
  return toSummary(row);
}

/** Of the report that the statement before in this transaction has inserted. */
export async function summaryOfNew(tx: Tx): Promise<FaultSummary> {
  const [row] = await tx.query<SummaryRow[]>(
    `SELECT ${summaryColumns} ${summaryFrom} WHERE f.id = ${idOfLastInsert('fault_report')}`,
  );
  if (row === undefined) throw new Error('a new report vanished');
  return toSummary(row);
}

export const toSummary = (r: SummaryRow): FaultSummary => ({
  id: r.id,
  version: r.version,
  status: r.status,
  severity: severityOfRank(r.severity) ?? 'minor',
  code: r.code,
  name: r.name,
  part: r.part,
  spn: r.spn,
  fmi: r.fmi,
  lamp: r.lamp,
  count: r.count,
  occurredAt: r.occurred_at.toISOString(),
  lastAt: r.last_at.toISOString(),
  receivedAt: r.received_at.toISOString(),
  clearedAt: r.cleared_at?.toISOString() ?? null,
  vehicle: { id: r.vehicle_id ?? 0, vin: r.vin ?? r.device_id, model: r.model ?? '', deviceId: r.device_id },
  lat: r.lat,
  lon: r.lon,
  place: r.place,
  agency: { id: r.agency_id, name: r.agency_name },
  personInCharge: r.person_name === null ? null : { id: r.person_id, name: r.person_name },
  dueAt: r.due_at?.toISOString() ?? null,
  acceptedAt: r.accepted_at?.toISOString() ?? null,
  acceptedBy: r.accepted_by,
  completedAt: r.completed_at?.toISOString() ?? null,
  completedBy: r.completed_by,
  escalationLevel: r.escalation_level,
  escalatedTo: r.escalated_to === null ? null : { id: r.escalated_to, name: r.escalated_to_name ?? '' },
  memo: r.memo,
});
