import type { z } from 'zod';
import type { Customer as CustomerSchema } from '@headland/contracts/shared-shapes';
import { maskCustomer } from '@headland/domain/mask';
import type { Tx } from '../../platform/database/rows';
import { containsPattern } from '../../platform/database/where';
import { eventRow } from '../../platform/event-log/change';
import { actorOf, type Caller } from '../../platform/caller';

type Customer = z.output<typeof CustomerSchema>;
export interface CustomerColumns {
  customer_id: number | null;
  customer_name: string | null;
  customer_phone: string | null;
}
export const customerColumns = 'cu.id AS customer_id, cu.name AS customer_name, cu.phone AS customer_phone';
export const customerFrom = 'LEFT JOIN customer cu ON cu.id = v.customer_id';
/**
 * The customer of an incident of the vehicle `v`: while it is open the owner of now, who is called, then the one whose machine it was at that time. Whoever bought
 * the machine since, at another dealer, is none of those who see the incident.
 */
export const customerOfIncident = (isOpen: string, at: string): string =>
  `LEFT JOIN customer cu ON cu.removed_at IS NULL AND cu.id = CASE WHEN ${isOpen} THEN v.customer_id ELSE (SELECT w.customer_id FROM vehicle_owner w
     WHERE w.vehicle_id = v.id AND (w.since IS NULL OR w.since <= ${at}) AND (w.until IS NULL OR w.until > ${at}) ORDER BY w.id DESC FETCH FIRST ROW ONLY) END`;

/** SQL for the ids of the customers with this text somewhere in their name, by its index, whose words these are. */
export const customersNamed = (text: string, parameter: (value: unknown) => string): string =>
  `SELECT id FROM customer WHERE name_pieces(name) @> name_pieces(${parameter(text)}::text) AND name ILIKE ${parameter(containsPattern(text))}`;

/** In full, without a record: only where none can be written (sos.reads.ts). */
export const plainCustomer = (r: CustomerColumns): Customer | null =>
  r.customer_id === null ? null : { id: r.customer_id, name: r.customer_name ?? '', phone: r.customer_phone };

export const maskedCustomer = (r: CustomerColumns): Customer | null => {
  const customer = plainCustomer(r);
  return customer && maskCustomer(customer);
};

/**
 * In full, and on record, both in the table and in the event log of one statement: once an hour for the same person, customer and subject, since an
 * open queue is read again and again.
 */
export async function customersInFull(
  tx: Tx,
  caller: Caller,
  subject: string,
  rows: (CustomerColumns & { id: number })[],
): Promise<(Customer | null)[]> {
  const seen = rows.filter((r) => r.customer_id !== null);
  if (seen.length > 0) {
    const { userId, loginId, agent, organizationId } = caller;
    const event = eventRow(actorOf(caller), 'account.viewedInFull', { userId, loginId, agent }, { organizationId });
    await tx.query(
      `WITH seen AS (
         INSERT INTO personal_data_view (user_id, customer_id, subject, subject_id)
         SELECT $1, c, $2, s FROM unnest($3::int[], $4::int[]) AS u(c, s)
         WHERE NOT EXISTS (SELECT 1 FROM personal_data_view p WHERE p.user_id = $1 AND p.customer_id = c AND p.subject = $2 AND p.subject_id = s AND p.at > now() - interval '1 hour')
         RETURNING subject_id)
       SELECT append_events(jsonb_build_array(jsonb_set($5::jsonb, '{payload,detail}', to_jsonb($2::text || ' ' || ids))), now())
       FROM (SELECT string_agg(subject_id::text, ', ' ORDER BY subject_id) AS ids FROM seen) AS list WHERE ids IS NOT NULL`,
      [userId, subject, seen.map((r) => r.customer_id), seen.map((r) => r.id), JSON.stringify(event)],
    );
  }
  return rows.map(plainCustomer);
}
