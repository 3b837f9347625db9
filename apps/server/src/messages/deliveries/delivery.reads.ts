import type { Delivery } from '@headland/contracts/shared-shapes';
import { mayRead } from '@headland/domain/access';
import { type Caller, inScope } from '../../platform/caller';
import type { Tx } from '../../platform/database/rows';

/**
 * SQL: whether this member may read the text of a `delivery` to a customer. Not of one about a machine that the member does not see, nor of a monthly
 * report, which is about all machines of the customer, without sight of them all or the right to read such figures.
 */
export function mayReadText(caller: Caller, parameters: unknown[]): string {
  const seen = (column: string): string => inScope(caller.scope, column, parameters);
  const seesReports = mayRead(caller, 'operationData')
    ? `NOT EXISTS (SELECT 1 FROM vehicle v WHERE v.customer_id = delivery.customer_id AND NOT (${seen('v.organization_id')}))`
    : 'FALSE';
  return `((subject = 'notice' OR ${seen('delivery.organization_id')}) AND (reason NOT LIKE 'monthly-report:%' OR ${seesReports}))`;
}

/** Newest first; reminders of one unanswered SOS are one row per person and channel, with their number. */
export async function deliveriesOf(tx: Tx, subject: 'sos' | 'fault' | 'consumable', id: number): Promise<Delivery[]> {
  const rows = await tx.query<DeliveryRow[]>(
    `SELECT newest.*, newest.id::float8 AS id FROM (
       SELECT DISTINCT ON (channel, recipient, address, matter) id, channel, recipient, text, state, created_at, attempts, next_try_at, problem,
         (count(*) OVER same)::int AS times, min(created_at) OVER same AS first_at
       FROM (SELECT *, CASE WHEN reason LIKE 'sos.escalated:%' THEN 'sos.escalated' ELSE reason END AS matter FROM delivery WHERE subject = $1 AND subject_id = $2) d
       WINDOW same AS (PARTITION BY channel, recipient, address, matter) ORDER BY channel, recipient, address, matter, id DESC) newest
     ORDER BY newest.id DESC LIMIT 500`,
    [subject, id],
  );
  return rows.map((r) => ({
    id: r.id,
    channel: r.channel,
    to: r.recipient,
    text: r.text,
    state: r.state,
    at: r.created_at.toISOString(),
    attempts: r.attempts,
    nextTryAt: r.next_try_at?.toISOString() ?? null,
    problem: r.problem,
    ...(r.times > 1 ? { repeated: { times: r.times, firstAt: r.first_at.toISOString() } } : {}),
  }));
}

interface DeliveryRow {
  id: number;
  channel: Delivery['channel'];
  recipient: string;
  text: string;
  state: Delivery['state'];
  created_at: Date;
  attempts: number;
  next_try_at: Date | null;
  problem: string | null;
  times: number;
  first_at: Date;
}
