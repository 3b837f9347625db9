import type { Tx } from '../../platform/database/rows';
import type { Emit } from '../../platform/event-log/change';

/** The vehicle's side of a device that came or went: its own history, and the lists that show it. */
export async function notifyVehicle(
  tx: Tx,
  emit: Emit,
  vehicleId: number,
  { from, to }: { from: string | null; to: string | null },
  reason: string,
): Promise<void> {
  const [vehicle] = await tx.query<{ vin: string; organizationId: number }[]>(
    'SELECT vin, organization_id AS "organizationId" FROM vehicle WHERE id = $1',
    [vehicleId],
  );
  if (vehicle === undefined) return;
  const about = { organizationId: vehicle.organizationId, vehicleId };
  emit(
    'record.changed',
    {
      screen: 'device',
      kind: 'vehicle',
      id: String(vehicleId),
      name: vehicle.vin,
      changes: [{ field: 'deviceId', from, to }],
      reason,
    },
    about,
  );
  emit('vehicle.changed', { vehicleIds: [vehicleId] }, about);
}
