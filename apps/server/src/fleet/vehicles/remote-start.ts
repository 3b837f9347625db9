import type { RemoteStart } from '@headland/contracts/vehicle';
import type { EventPayload } from '@headland/contracts/event-log';
import type { Tx } from '../../platform/database/rows';

/** One remote start as its row has it. */
export interface StartRow {
  id: number;
  vehicle_id: number;
  device_id: string;
  command: RemoteStart['command'];
  state: RemoteStart['state'];
  requested_at: Date;
  due_at: Date;
  ended_at: Date | null;
  failure: RemoteStart['failure'];
  by_name: string | null;
}
export const startColumns =
  'c.id, c.vehicle_id, c.device_id, c.command, c.state, c.requested_at, c.due_at, c.ended_at, c.failure, c.by_name';

export const toStart = (r: StartRow): RemoteStart => ({
  id: r.id,
  command: r.command,
  state: r.state,
  requestedAt: r.requested_at.toISOString(),
  dueAt: r.due_at.toISOString(),
  endedAt: r.ended_at?.toISOString() ?? null,
  failure: r.failure,
  by: r.by_name,
});

export const startPayload = (r: StartRow): EventPayload<'control.requested'> => ({
  vehicleId: r.vehicle_id,
  deviceId: r.device_id,
  requestId: r.id,
  command: r.command,
  ...(r.failure === null ? {} : { reason: r.failure }),
});

/** The newest of a vehicle; the caller has seen to the scope. */
export async function lastStart(tx: Tx, vehicleId: number): Promise<RemoteStart | null> {
  const [row] = await tx.query<StartRow[]>(
    `SELECT ${startColumns} FROM control_request c WHERE c.vehicle_id = $1 ORDER BY c.id DESC LIMIT 1`,
    [vehicleId],
  );
  return row ? toStart(row) : null;
}
