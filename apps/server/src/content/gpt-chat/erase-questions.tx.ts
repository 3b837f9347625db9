import type { Tx } from '../../platform/database/rows';
import type { Emit } from '../../platform/event-log/change';

/** A customer is deleted: what the person asked, and what was answered, may name anybody, and goes. */
export const eraseQuestions = async (tx: Tx, _: Emit, customerId: number): Promise<void> => {
  await tx.query('DELETE FROM gpt_question WHERE customer_id = $1', [customerId]);
};
