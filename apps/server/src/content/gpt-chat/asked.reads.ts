import type { OwnQuestion } from '@headland/contracts/app-gpt-chat';
import type { KnownPerson } from '@headland/domain/gpt-privacy';
import { type Stored, type Tx, withTimesAsText } from '../../platform/database/rows';
import { Problem } from '../../platform/problem';

/** Exchanges that are given to the model with a question that follows them. */
const maxPreceding = 4;

/** What is known of a customer, to be removed from what the customer writes: of all machines that the person has or had. */
export async function knownPerson(tx: Tx, customerId: number): Promise<KnownPerson> {
  const [person] = await tx.query<KnownPerson[]>(
    `SELECT c.name, c.phone, c.email, c.login_id AS "loginId", c.birth_on::text AS "birthOn", c.address, c.address_detail AS "addressDetail",
       ARRAY(SELECT DISTINCT s.nickname FROM sale s WHERE s.customer_id = c.id AND s.nickname IS NOT NULL) AS nicknames,
       ARRAY(SELECT DISTINCT v.vin FROM vehicle_owner w JOIN vehicle v ON v.id = w.vehicle_id WHERE w.customer_id = c.id
             UNION SELECT v.vin FROM vehicle v WHERE v.customer_id = c.id) AS vins
     FROM customer c WHERE c.id = $1`,
    [customerId],
  );
  if (person === undefined) throw new Problem('E0105');
  return person;
}

/** The question that is followed and those before it, as far as they were answered; oldest first. */
export const precedingExchanges = (
  tx: Tx,
  customerId: number,
  id: number,
): Promise<{ question: string; answer: string }[]> =>
  tx.query(
    `WITH RECURSIVE chain AS (
       SELECT q.*, 1 AS n FROM gpt_question q WHERE q.id = $2 AND q.customer_id = $1
       UNION ALL SELECT q.*, c.n + 1 FROM gpt_question q JOIN chain c ON q.id = c.follows_id WHERE q.customer_id = $1 AND c.n < ${maxPreceding})
     SELECT question, answer FROM chain WHERE answer <> '' ORDER BY n DESC`,
    [customerId, id],
  );

const ownColumns =
  'q.id, q.question, q.answer, q.asked_at AS "askedAt", q.type, q.state, q.problem, q.truncated, q.citations';

/** Own questions, newest first. */
export async function ownQuestions(
  tx: Tx,
  customerId: number,
  { page, size }: { page: number; size: number },
): Promise<{ rows: OwnQuestion[]; total: number }> {
  const [counted] = await tx.query<{ total: number }[]>(
    'SELECT count(*)::int AS total FROM gpt_question WHERE customer_id = $1',
    [customerId],
  );
  const rows = await tx.query<Stored<OwnQuestion>[]>(
    `SELECT ${ownColumns} FROM gpt_question q WHERE q.customer_id = $1 ORDER BY q.id DESC LIMIT ${size} OFFSET ${(page - 1) * size}`,
    [customerId],
  );
  return { rows: rows.map(withTimesAsText), total: counted?.total ?? 0 };
}

/** Throws NOT_FOUND for a question of somebody else, as for one that there is not. */
export async function ownQuestion(tx: Tx, customerId: number, id: number): Promise<OwnQuestion> {
  const [row] = await tx.query<Stored<OwnQuestion>[]>(
    `SELECT ${ownColumns} FROM gpt_question q WHERE q.customer_id = $1 AND q.id = $2`,
    [customerId, id],
  );
  if (row === undefined) throw new Problem('NOT_FOUND');
  return withTimesAsText(row);
}
