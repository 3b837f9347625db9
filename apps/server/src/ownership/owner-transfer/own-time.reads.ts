import type { Tx } from '../../platform/database/rows';
import { Problem } from '../../platform/problem';
import type { AppCaller } from '../../platform/caller';

/**
 * The history rule: an owner reads of a machine what happened in the own time, and of a former owner's nothing. Consumables and repairs are the machine's
 * and are read in full. Times are the half-open ones of `vehicle_owner`; somebody who owned it twice has both.
 *
 * SQL for "this time is in the ownership of customer $2 of vehicle $1".
 */
export const inOwnTime = (moment: string): string =>
  `EXISTS (SELECT 1 FROM vehicle_owner w WHERE w.vehicle_id = $1 AND w.customer_id = $2 AND (w.since IS NULL OR ${moment} >= w.since) AND (w.until IS NULL OR ${moment} < w.until))`;

/** The parts of spans that are in the ownership of a customer, for what is read elsewhere (platform/database/distributed). */
export async function ownParts<S extends { from: number; to: number }>(
  tx: Tx,
  vehicleId: number,
  { customerId }: Pick<AppCaller, 'customerId'>,
  spans: readonly S[],
): Promise<(S & { from: number; to: number })[]> {
  const owned = await tx.query<{ since: Date | null; until: Date | null }[]>(
    'SELECT since, until FROM vehicle_owner WHERE vehicle_id = $1 AND customer_id = $2',
    [vehicleId, customerId],
  );
  return spans.flatMap((span) =>
    owned
      .map(({ since, until }) => ({
        ...span,
        from: Math.max(span.from, since?.getTime() ?? span.from),
        to: Math.min(span.to, until?.getTime() ?? span.to),
      }))
      .filter(({ from, to }) => from < to),
  );
}

/**
 * SQL for "this interval is entirely in the ownership of a customer". One that a takeover cuts has
 * no owner: its sums cannot be divided.
 */
export const whollyOwned = (
  { vehicle, customer }: { vehicle: string; customer: string },
  start: string,
  length: '5 minutes' | '15 minutes',
): string =>
  `EXISTS (SELECT 1 FROM vehicle_owner w WHERE w.vehicle_id = ${vehicle} AND w.customer_id = ${customer}
     AND (w.since IS NULL OR ${start} >= w.since) AND (w.until IS NULL OR ${start} + interval '${length}' <= w.until))`;

/** Only the present owner; the link of a former owner ended with the transfer. Throws NOT_FOUND, as for one that is not there. */
export async function mustOwn(tx: Tx, vehicleId: number, { customerId }: Pick<AppCaller, 'customerId'>): Promise<void> {
  const owned = await tx.query<unknown[]>('SELECT 1 FROM vehicle WHERE id = $1 AND customer_id = $2', [
    vehicleId,
    customerId,
  ]);
  if (owned.length === 0) throw new Problem('NOT_FOUND');
}
