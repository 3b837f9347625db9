import type { SosType } from '@headland/contracts/device/up';
import type { EventPayload } from '@headland/contracts/event-log';
import type { SosSummary } from '@headland/contracts/sos';
import { isRefusal, type Decision } from '@headland/domain/decision';
import type { Path } from '@headland/domain/escalation';
import type { SosChange, SosEvent, SosState } from '@headland/domain/sos';
import type { Tx } from '../../platform/database/rows';
import { refuseActedMeanwhile } from '../../platform/event-log/acted-meanwhile';
import type { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { actorOf, inScope, type Actor, type Caller, type Scope } from '../../platform/caller';
import { markVehicleSos } from './mark-vehicle-sos';
import { sosSummary } from './sos-summary';

export interface LockedSos extends SosState {
  id: number;
  vehicleId: number | null;
  organizationId: number;
  deviceId: string;
  type: SosType;
  /** organization path from the head office to the vehicle's */
  path: Path;
}
type Answer = Decision<SosChange, SosEvent>;

interface With {
  /** the version that the caller saw */
  seen?: number | undefined;
  note?: string;
  /** values of the event that differ from the record's */
  changes?: (before: LockedSos, after: SosChange) => EventPayload<'sos.dispatchCorrected'>['changes'];
}

/**
 * The steps shared by all actions on an SOS: lock, apply the rule, save, append the event. Throws NOT_FOUND outside the
 * caller's scope, the rule's refusal, or CHANGED_MEANWHILE if the SOS has changed since the caller read it.
 */
export function actOnSos(
  change: Change,
  caller: Caller,
  id: number,
  decide: (alert: LockedSos, tx: Tx) => Answer | Promise<Answer>,
  { seen, note, changes }: With = {},
): Promise<SosSummary> {
  return change.run(actorOf(caller), async (tx, emit) => {
    const alert = await lockSos(tx, id, caller.scope);
    if (alert === null) throw new Problem('NOT_FOUND');
    const decision = await decide(alert, tx);
    if (isRefusal(decision)) throw new Problem(decision.code, decision.values);
    await refuseActedMeanwhile(tx, 'sos', id, seen, caller);
    await saveSos(tx, alert, decision.change);
    const sos = await sosSummary(tx, id);
    const more = {
      ...(note === undefined ? {} : { note }),
      ...(changes === undefined ? {} : { changes: changes(alert, decision.change) }),
    };
    const organizationId = decision.change.organizationId ?? alert.organizationId;
    for (const name of decision.events) emit(name, { sos, ...more }, { organizationId, vehicleId: alert.vehicleId });
    return sos;
  });
}

/** An action of the system: the rule returns null if there is nothing to do. */
export function actOnSosAs(
  change: Change,
  by: Actor,
  id: number,
  decide: (alert: LockedSos) => Exclude<Answer, { code: unknown }> | null,
): Promise<SosSummary | null> {
  return change.run(by, async (tx, emit) => {
    const alert = await lockSos(tx, id, { all: true });
    const decision = alert === null ? null : decide(alert);
    if (alert === null || decision === null) return null;
    await saveSos(tx, alert, decision.change);
    const sos = await sosSummary(tx, id);
    for (const name of decision.events)
      emit(name, { sos }, { organizationId: alert.organizationId, vehicleId: alert.vehicleId });
    return sos;
  });
}

async function lockSos(tx: Tx, id: number, scope: Scope): Promise<LockedSos | null> {
  const parameters: unknown[] = [id];
  const [alert] = await tx.query<LockedSos[]>(
    `SELECT c.id, c.status, c.vehicle_id AS "vehicleId", c.organization_id AS "organizationId", o.path, c.escalation_level AS "escalationLevel",
       c.next_escalation_at AS "nextEscalationAt", c.top_told AS "headOfficeReminders", c.acknowledged_at AS "acknowledgedAt", c.acknowledged_by AS "acknowledgedBy",
       c.dispatched_at AS "dispatchedAt", c.dispatch, c.closed_at AS "closedAt", c.device_id AS "deviceId", c.type
     FROM sos_call c JOIN organization o ON o.id = c.organization_id WHERE c.id = $1 AND ${inScope(scope, 'c.organization_id', parameters)} FOR UPDATE OF c`,
    parameters,
  );
  return alert ?? null;
}

async function saveSos(tx: Tx, alert: LockedSos, change: SosChange): Promise<void> {
  const columns: Record<string, unknown> = {
    status: change.status,
    handler_id: change.handler?.id,
    handler_name: change.handler?.name,
    acknowledged_at: change.acknowledgedAt,
    acknowledged_by: change.acknowledgedBy,
    dispatched_at: change.dispatchedAt,
    dispatch: change.dispatch ? JSON.stringify(change.dispatch) : change.dispatch,
    closed_at: change.closedAt,
    closed_by: change.closedBy,
    organization_id: change.organizationId,
    injured: change.injured,
    cause: change.cause,
    resolution: change.resolution,
    escalation_level: change.escalationLevel,
    escalated_to: change.escalatedTo,
    next_escalation_at: change.nextEscalationAt,
    top_told: change.headOfficeReminders,
  };
  const changed = Object.entries(columns).filter(([, value]) => value !== undefined);
  const sets = ['version = version + 1', ...changed.map(([column], i) => `${column} = $${i + 2}`)];
  await tx.query(`UPDATE sos_call SET ${sets.join(', ')} WHERE id = $1`, [
    alert.id,
    ...changed.map(([, value]) => value),
  ]);
  if (change.status !== undefined) await markVehicleSos(tx, alert.vehicleId);
}
