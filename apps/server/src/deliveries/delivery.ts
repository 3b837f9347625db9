import type { Delivery } from '@headland/contracts/shared-shapes';
import type { Tx } from '../platform/database/rows';

/** What messages are about: it decides who sees their log. */
export interface Subject {
  subject: 'sos' | 'fault';
  subjectId: number;
  organizationId: number;
}
/** One message to one recipient. `reason` names why and to whom: the same reason is sent once, however often a policy runs. */
export interface Message {
  reason: string;
  channel: Delivery['channel'];
  recipient: string;
  address: string;
  text: string;
  /** it can't be sent, and the log says why */
  problem?: string;
}

export interface DeliveryRow {
  id: number;
  subject: 'sos' | 'fault';
  subject_id: number;
  organization_id: number;
  channel: Delivery['channel'];
  recipient: string;
  address: string;
  text: string;
  state: Delivery['state'];
  attempts: number;
  next_try_at: Date | null;
  problem: string | null;
  created_at: Date;
}
export const deliveryColumns = 'id, subject, subject_id, organization_id, channel, recipient, address, text, state, attempts, next_try_at, problem, created_at';

export const toDelivery = (r: DeliveryRow): Delivery => ({
  id: r.id,
  channel: r.channel,
  to: r.recipient,
  text: r.text,
  state: r.state,
  at: r.created_at.toISOString(),
  attempts: r.attempts,
  nextTryAt: r.next_try_at?.toISOString() ?? null,
  problem: r.problem,
});

export async function insertDeliveries(tx: Tx, about: Subject, messages: Message[], now: Date): Promise<{ id: number; state: string }[]> {
  const of = <K extends keyof Message>(key: K): (Message[K] | null)[] => messages.map((m) => m[key] ?? null);
  return tx.query<{ id: number; state: string }[]>(
    `INSERT INTO delivery (subject, subject_id, organization_id, created_at, changed_at, reason, channel, recipient, address, text, problem, state, next_try_at)
     SELECT $1, $2, $3, $4, $4, r, c, n, a, t, p, CASE WHEN p IS NULL THEN 'queued' ELSE 'failed' END, CASE WHEN p IS NULL THEN $4::timestamptz END
     FROM unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[]) AS u(r, c, n, a, t, p)
     ON CONFLICT (reason) DO NOTHING RETURNING id, state`,
    [about.subject, about.subjectId, about.organizationId, now, of('reason'), of('channel'), of('recipient'), of('address'), of('text'), of('problem')],
  );
}
