import type { FaultSummary } from '@headland/contracts/fault';
import { isRefusal, type Decision } from '@headland/domain/decision';
import type { Path } from '@headland/domain/escalation';
import { severityOfRank, type FaultChange, type FaultEvent, type FaultState } from '@headland/domain/fault';
import type { Tx } from '../../platform/database/rows';
import { refuseActedMeanwhile } from '../../platform/event-log/acted-meanwhile';
import type { Change, Emit } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { actorOf, inScope, type Actor, type Caller, type Scope } from '../../platform/caller';
import { faultSummary } from './fault-summary';
import { markVehicleFaults } from './mark-vehicle-faults';

export interface LockedReport extends FaultState {
  id: number;
  code: string;
  /** or the device, for a report without a vehicle */
  vin: string;
  vehicleId: number | null;
  organizationId: number;
  /** organization path from the head office to the vehicle's */
  path: Path;
  occurredAt: Date;
}
type Answer = Decision<FaultChange, FaultEvent>;

/**
 * The steps shared by all actions on a report: lock, apply the rule, save, append the event. Throws NOT_FOUND outside
 * the caller's scope, the rule's refusal, or CHANGED_MEANWHILE if the report has changed since the caller read it.
 */
export function actOnFault(
  change: Change,
  caller: Caller,
  id: number,
  decide: (report: LockedReport, tx: Tx) => Answer | Promise<Answer>,
  { seen, note }: { seen?: number | undefined; note?: string } = {},
): Promise<FaultSummary> {
  return change.run(actorOf(caller), async (tx, emit) => {
    const report = await lockReport(tx, id, caller.scope);
    if (report === null) throw new Problem('NOT_FOUND');
    const decision = await decide(report, tx);
    if (isRefusal(decision)) throw new Problem(decision.code, decision.values);
    await refuseActedMeanwhile(tx, 'fault', id, seen, caller);
    return saveAct(tx, emit, report, decision, note);
  });
}

/** Saves the outcome of a rule and appends its event. */
export async function saveAct(
  tx: Tx,
  emit: Emit,
  report: LockedReport,
  { change, events }: Exclude<Answer, { code: unknown }>,
  note?: string,
): Promise<FaultSummary> {
  await saveReport(tx, report, change);
  const fault = await faultSummary(tx, report.id);
  const { channel } = change;
  for (const name of events)
    emit(
      name,
      { fault, ...(note === undefined ? {} : { note }), ...(channel === undefined ? {} : { channel }) },
      { organizationId: report.organizationId, vehicleId: report.vehicleId },
    );
  return fault;
}

/** An action of the system: the rule returns null if there is nothing to do. */
export function actOnFaultAs(
  change: Change,
  by: Actor,
  id: number,
  decide: (report: LockedReport) => Exclude<Answer, { code: unknown }> | null,
): Promise<FaultSummary | null> {
  return change.run(by, async (tx, emit) => {
    const report = await lockReport(tx, id, { all: true });
    const decision = report === null ? null : decide(report);
    if (report === null || decision === null) return null;
    return saveAct(tx, emit, report, decision);
  });
}

const lockReport = async (tx: Tx, id: number, scope: Scope): Promise<LockedReport | null> =>
  (await lockReports(tx, [id], scope)).get(id) ?? null;

/** Only those in scope; ordered by id, so that concurrent locks never deadlock. */
export async function lockReports(tx: Tx, ids: readonly number[], scope: Scope): Promise<Map<number, LockedReport>> {
  const parameters: unknown[] = [ids];
  const rows = await tx.query<(Omit<LockedReport, 'severity'> & { severity: number })[]>(
    `SELECT f.id, f.code, COALESCE(v.vin, f.device_id) AS vin, f.status, f.severity, f.vehicle_id AS "vehicleId", f.organization_id AS "organizationId", o.path, f.escalation_level AS "escalationLevel",
       f.due_at AS "dueAt", f.occurred_at AS "occurredAt"
     FROM fault_report f JOIN organization o ON o.id = f.organization_id LEFT JOIN vehicle v ON v.id = f.vehicle_id
     WHERE f.id = ANY($1) AND ${inScope(scope, 'f.organization_id', parameters)} ORDER BY f.id FOR UPDATE OF f`,
    parameters,
  );
  return new Map(rows.map((row) => [row.id, { ...row, severity: severityOfRank(row.severity) ?? 'minor' }]));
}

async function saveReport(tx: Tx, report: LockedReport, change: FaultChange): Promise<void> {
  const columns: Record<string, unknown> = {
    status: change.status,
    agency_id: change.agencyId,
    person_id: change.person === undefined ? undefined : (change.person?.id ?? null),
    person_name: change.person === undefined ? undefined : (change.person?.name ?? null),
    channel: change.channel,
    memo: change.memo === undefined ? undefined : change.memo || null,
    due_at: change.dueAt,
    accepted_at: change.acceptedAt,
    accepted_by: change.acceptedBy,
    completed_at: change.completedAt,
    completed_by: change.completedBy,
    repaired_on: change.repairedOn,
    part_code: change.partCode,
    escalation_level: change.escalationLevel,
    escalated_to: change.escalatedTo,
  };
  const changed = Object.entries(columns).filter(([, value]) => value !== undefined);
  const sets = ['version = version + 1', ...changed.map(([column], i) => `${column} = $${i + 2}`)];
  await tx.query(`UPDATE fault_report SET ${sets.join(', ')} WHERE id = $1`, [
    report.id,
    ...changed.map(([, value]) => value),
  ]);
  if (change.status !== undefined) await markVehicleFaults(tx, report.vehicleId);
}
