import type { TermWay } from '@headland/contracts/customer-terms';
import type { TermAnswer } from '@headland/domain/customer';
import type { Tx } from '../../platform/database/rows';

/** The newest answer of each customer to each term: `LEFT JOIN LATERAL (…) t`, `= ANY($1)`. */
export const newestAnswers = (whose: string): string =>
  `SELECT DISTINCT ON (a.customer_id, a.term) a.customer_id, a.term, a.version, a.agreed, a.way, a.given_on FROM customer_terms a WHERE a.customer_id ${whose}
   ORDER BY a.customer_id, a.term, a.id DESC`;

export interface GivenAnswer extends TermAnswer {
  way: TermWay;
  on: string;
}
/** What each of these customers answered last. */
export async function answersOfCustomers(tx: Tx, ids: readonly number[]): Promise<Map<number, GivenAnswer[]>> {
  const rows = await tx.query<(GivenAnswer & { customerId: number })[]>(
    `SELECT customer_id AS "customerId", term, version, agreed, way, given_on::text AS on FROM (${newestAnswers('= ANY($1::int[])')}) newest`,
    [[...ids]],
  );
  const answers = new Map<number, GivenAnswer[]>(ids.map((id) => [id, []]));
  for (const { customerId, ...answer } of rows) answers.get(customerId)?.push(answer);
  return answers;
}
export const answersOfOne = async (tx: Tx, id: number): Promise<GivenAnswer[]> =>
  (await answersOfCustomers(tx, [id])).get(id) ?? [];

interface Given {
  way: TermWay;
  /** YYYY-MM-DD */
  on: string;
  /** who wrote it down; null: the customer did, in the app */
  by: string | null;
  at: Date;
}
/** Writes answers down; the former ones stay as their history. */
export async function recordAnswers(
  tx: Tx,
  customerId: number,
  answers: readonly TermAnswer[],
  { way, on, by, at }: Given,
): Promise<void> {
  if (answers.length === 0) return;
  await tx.query(
    `INSERT INTO customer_terms (customer_id, term, version, agreed, way, given_on, recorded_by, at)
     SELECT $1, term, version, agreed, $3, $4, $5, $6 FROM jsonb_to_recordset($2::jsonb) AS g(term text, version text, agreed boolean)`,
    [customerId, JSON.stringify(answers), way, on, by, at],
  );
}

/** Their text in the log: "agreed 2026-05-01". */
export const answerChanges = (
  answers: readonly TermAnswer[],
  before: readonly TermAnswer[],
): { field: string; from: string | null; to: string | null }[] =>
  answers.map((a) => ({
    field: `terms.${a.term}`,
    from: answerChange(before.find((b) => b.term === a.term)),
    to: answerChange(a),
  }));
const answerChange = (answer: TermAnswer | undefined): string | null =>
  answer === undefined ? null : `${answer.agreed ? 'agreed' : 'refused'} ${answer.version}`;
