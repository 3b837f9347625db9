import type { EntityManager } from 'typeorm';
import { customerTerms } from '@headland/contracts/customer-terms';

/**
 * Who bought the demo's machines: registered by the sales staff on the day after the sale, with consent on paper, most of them members of the app since
 * the day after that. Some came with a workbook and never signed anything; four have left the app, and three bought nothing yet. Phones are of the
 * ranges that are never given out, each of one customer.
 */
export async function addCustomerRecords(tx: EntityManager): Promise<void> {
  await tx.query(sold);
  await tx.query(others);
  await tx.query(terms, [JSON.stringify(customerTerms)]);
}

const sold = `
UPDATE customer c SET
  country = CASE WHEN c.phone LIKE '+1%' THEN '1' ELSE '82' END,
  language = CASE WHEN c.phone LIKE '+1%' THEN 'en' ELSE 'ko' END,
  phone = CASE WHEN c.phone LIKE '+1%' THEN (202 + c.id / 100)::text || '55501' || lpad((c.id % 100)::text, 2, '0') ELSE '010-5555-' || lpad((2000 + c.id)::text, 4, '0') END,
  login_id = CASE WHEN c.id % 5 > 0 THEN 'field' || lpad(c.id::text, 4, '0') END,
  birth_on = CASE WHEN c.id % 5 > 0 OR c.joined_at IS NOT NULL THEN date '1948-03-01' + c.id * 97 % 14000 END,
  email = CASE WHEN c.id % 5 > 1 THEN 'field' || lpad(c.id::text, 4, '0') || '@example.com' END,
  postal_code = CASE WHEN c.id % 5 > 0 THEN o.postal_code END,
  address = CASE WHEN c.id % 5 > 0 THEN o.address END,
  memo = CASE WHEN c.id % 17 = 0 THEN '수확철에는 오전 6시 이전에 통화 가능' END,
  registered_by = s.registered_by, created_at = s.registered_at, changed_at = s.registered_at,
  joined_at = CASE WHEN c.joined_at IS NOT NULL THEN s.registered_at + interval '1 day' END
FROM sale s JOIN organization o ON o.id = s.organization_id WHERE s.customer_id = c.id AND s.cancelled_at IS NULL`;

const others = `
INSERT INTO customer (login_id, name, birth_on, phone, address, organization_id, registered_by, app_status, joined_at, withdrawn_at, created_at, changed_at)
SELECT 'former' || n, (ARRAY['한상철', '오정숙', '노병길', '마은희'])[n], date '1955-05-20' + n * 800, '010-5555-90' || lpad(n::text, 2, '0'), o.address, o.id, NULL, 'withdrawn',
  now() - interval '300 days', now() - n * interval '11 days', now() - interval '300 days', now() - n * interval '11 days'
FROM generate_series(1, 4) n JOIN LATERAL (SELECT id, address FROM organization WHERE type = 'AGENCY' ORDER BY id OFFSET n - 1 LIMIT 1) o ON TRUE
UNION ALL
SELECT 'newcomer' || n, (ARRAY['문지영', '배성호', '천미경'])[n], date '1972-09-03' + n * 700, '010-5555-91' || lpad(n::text, 2, '0'), o.address, o.id, NULL, 'registered',
  now() - n * interval '5 days', NULL, now() - n * interval '5 days', now() - n * interval '5 days'
FROM generate_series(1, 3) n JOIN LATERAL (SELECT id, address FROM organization WHERE type = 'AGENCY' ORDER BY id OFFSET n LIMIT 1) o ON TRUE`;

/** Who came with a workbook and has not joined never agreed to anything; of the others every third wants no news. */
const terms = `
INSERT INTO customer_terms (customer_id, term, version, agreed, way, given_on, recorded_by, at)
SELECT c.id, t.term, t.version, t.required OR c.id % 3 > 0, w.way, c.created_at::date,
  CASE WHEN w.way = 'paper' THEN c.registered_by END, c.created_at
FROM customer c CROSS JOIN jsonb_to_recordset($1::jsonb) AS t(term text, version text, required boolean)
  CROSS JOIN LATERAL (SELECT CASE WHEN c.registered_by IS NULL OR c.login_id IS NULL THEN 'app' ELSE 'paper' END AS way) w
WHERE c.login_id IS NOT NULL OR c.joined_at IS NOT NULL
ORDER BY c.id, t.term`;
