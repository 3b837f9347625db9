import type { z } from 'zod';
import type { Customer as CustomerSchema } from '@headland/contracts/shared-shapes';
import { maskCustomer } from '@headland/domain/mask';
import type { Tx } from '../platform/database/rows';

type Customer = z.output<typeof CustomerSchema>;
export interface CustomerColumns {
  customer_id: number | null;
  customer_name: string | null;
  customer_phone: string | null;
}
export const customerColumns = 'cu.id AS customer_id, cu.name AS customer_name, cu.phone AS customer_phone';
export const customerFrom = 'LEFT JOIN customer cu ON cu.id = v.customer_id';

const plain = (r: CustomerColumns): Customer | null => (r.customer_id === null ? null : { id: r.customer_id, name: r.customer_name ?? '', phone: r.customer_phone });

export const maskedCustomer = (r: CustomerColumns): Customer | null => {
  const customer = plain(r);
  return customer && maskCustomer(customer);
};

/** In full, and on record: once an hour for the same person, customer and subject, since an open queue is read again and again. */
export async function customersInFull(tx: Tx, userId: number, subject: string, rows: (CustomerColumns & { id: number })[]): Promise<(Customer | null)[]> {
  const seen = rows.filter((r) => r.customer_id !== null);
  if (seen.length > 0) {
    await tx.query(
      `INSERT INTO personal_data_view (user_id, customer_id, subject, subject_id)
       SELECT $1, c, $2, s FROM unnest($3::int[], $4::int[]) AS u(c, s)
       WHERE NOT EXISTS (SELECT 1 FROM personal_data_view p WHERE p.user_id = $1 AND p.customer_id = c AND p.subject = $2 AND p.subject_id = s AND p.at > now() - interval '1 hour')`,
      [userId, subject, seen.map((r) => r.customer_id), seen.map((r) => r.id)],
    );
  }
  return rows.map(plain);
}
