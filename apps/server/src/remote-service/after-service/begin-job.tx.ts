import { returning, type Tx } from '../../platform/database/rows';
import type { Emit } from '../../platform/event-log/change';
import { inTurnOn } from '../remote-diagnosis/lock-vehicle-service.tx';

/** What a session is about, as its row has it. */
interface Connected {
  kind: string;
  vehicle_id: number;
  organization_id: number;
}

/** The first connect for after-service: the open job of the vehicle is in progress. In the transaction that makes the session connected. */
export async function beginJob(tx: Tx, emit: Emit, session: Connected, at: Date): Promise<void> {
  if (session.kind !== 'afterService') return;
  await inTurnOn(tx, session.vehicle_id);
  // not its version: somebody may be writing the sheet, of which nothing has changed
  const begun = await returning<{ id: number }>(
    tx,
    "UPDATE service_job SET state = 'inProgress', begun_at = $2 WHERE vehicle_id = $1 AND state = 'open' RETURNING id",
    [session.vehicle_id, at],
  );
  for (const { id } of begun)
    emit(
      'serviceJob.begun',
      { vehicleId: session.vehicle_id, jobId: id, state: 'inProgress' },
      { organizationId: session.organization_id, vehicleId: session.vehicle_id },
    );
}
