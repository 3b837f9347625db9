import type { EntityManager } from 'typeorm';

/** Every sold machine has a sale in the books, entered by the sales staff the day after; its customer belongs to the dealer, and three of four use the app. */
export async function addSales(tx: EntityManager): Promise<void> {
  await tx.query(
    `UPDATE customer c SET organization_id = v.organization_id, joined_at = CASE WHEN c.id % 4 > 0 THEN now() END FROM vehicle v WHERE v.customer_id = c.id`,
  );
  await tx.query(
    `INSERT INTO sale (vehicle_id, sold_on, organization_id, customer_id, registered_by, registered_at)
     SELECT v.id, v.sold_on, v.organization_id, v.customer_id, (SELECT name FROM user_account WHERE group_type = 'SALES' AND role = 'ADMIN' ORDER BY id LIMIT 1),
       (v.sold_on + 1)::timestamptz + interval '1 hour' + v.id % 300 * interval '1 minute'
     FROM vehicle v WHERE v.sold_on IS NOT NULL`,
  );
}
