import type { Delivery } from '@headland/contracts/shared-shapes';
import type { Tx } from '../../platform/database/rows';

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
