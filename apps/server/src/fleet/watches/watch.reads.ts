import type { Watch } from '@headland/contracts/watch';
import { isNotified, type Watcher, type WatchMatter } from '@headland/domain/vehicle-watch';
import { reachable } from '../../messages/deliveries/recipients.reads';
import { memberId, type Caller } from '../../platform/caller';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';

/** The own list, as far as the caller's scope still reaches. */
export function watchesOf(tx: Tx, caller: Caller, vehicleId?: number): Promise<Watch[]> {
  const where = new Where(caller.scope, 'v.organization_id')
    .andIf(memberId(caller), (p) => `w.user_id = ${p}`)
    .andIf(vehicleId, (p) => `w.vehicle_id = ${p}`);
  return tx.query<Watch[]>(
    `SELECT w.vehicle_id AS "vehicleId", v.vin, m.name AS model, w.sos, w.fault, w.offline_hours AS "offlineHours", w.maintenance
     FROM vehicle_watch w JOIN vehicle v ON v.id = w.vehicle_id JOIN model m ON m.id = v.model_id WHERE ${where.sql} ORDER BY v.vin`,
    where.parameters,
  );
}

interface WatcherRow extends Watcher {
  userId: number;
  path: number[];
}
/** Who watches a vehicle for this and may still be notified of it. `condition`: on `w`; its parameters begin at $2. */
export async function watchersOf(
  tx: Tx,
  vehicleId: number,
  matter: WatchMatter,
  condition: string,
  parameters: unknown[] = [],
): Promise<number[]> {
  const rows = await tx.query<WatcherRow[]>(
    `SELECT w.user_id AS "userId", u.group_type AS "groupType", u.role, u.organization_id AS "organizationId", o.path
     FROM vehicle_watch w JOIN vehicle v ON v.id = w.vehicle_id JOIN organization o ON o.id = v.organization_id
     JOIN (SELECT * FROM user_account WHERE ${reachable}) u ON u.id = w.user_id
     WHERE w.vehicle_id = $1 AND ${condition} ORDER BY w.user_id`,
    [vehicleId, ...parameters],
  );
  return rows.filter((row) => isNotified(row, matter, row.path)).map((row) => row.userId);
}
