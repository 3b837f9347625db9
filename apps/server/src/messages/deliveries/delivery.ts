import type { DeliverySubject } from '@headland/contracts/event-log';
import type { Delivery } from '@headland/contracts/shared-shapes';
import type { Tx } from '../../platform/database/rows';
import { traceparent } from '../../platform/tracing/span';

/**
 * Subjects of deliveries: they decide who sees the log. Those of an account (codes, links, notifications) and a
 * customer's codes are never visible; those of a notice, which may be thousands, as a sum.
 */
export interface Subject {
  subject: DeliverySubject | 'account' | 'notice';
  subjectId: number;
  organizationId: number;
}
/**
 * One message to one recipient. `reason` names why and to whom: the same reason is sent once, however often a policy
 * runs.
 */
export interface Message {
  reason: string;
  channel: Delivery['channel'];
  recipient: string;
  /** phone, e-mail address, device, for a push the member's id, for the app the customer's; `12/ios`: their devices of this system alone */
  address: string;
  text: string;
  /** of an e-mail */
  title?: string;
  /** a code, link or password: deleted from the log once it is sent */
  secret?: boolean;
  /** the receiving customer: it is shown in the customer's record, and deleted with the personal data */
  customerId?: number;
  /** it can't be sent, with the reason in the log */
  problem?: string;
}

export interface DeliveryRow {
  id: number;
  reason: string;
  subject: Subject['subject'];
  subject_id: number;
  organization_id: number;
  channel: Delivery['channel'];
  recipient: string;
  address: string;
  text: string;
  title: string | null;
  secret: boolean;
  state: Delivery['state'];
  attempts: number;
  next_try_at: Date | null;
  problem: string | null;
  created_at: Date;
  traceparent: string | null;
}
/**
 * Idempotency key: lets a gateway drop a message that a crash between its answer and our commit sends twice. The id
 * alone is not enough: after a fail-over or a restored backup it belongs to another message.
 */
export const referenceOf = ({ id, created_at: createdAt }: Pick<DeliveryRow, 'id' | 'created_at'>): string =>
  `headland-delivery-${id}-${createdAt.getTime().toString(36)}`;
/** Its id is a bigint, which the driver returns as text. */
export const deliveryColumns =
  'id::float8 AS id, reason, subject, subject_id, organization_id, channel, recipient, address, text, title, secret, state, attempts, next_try_at, problem, created_at, traceparent';

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

/** Whether each message has a place in a log that somebody watches. */
export const isLogged = (subject: Subject['subject']): subject is DeliverySubject =>
  subject !== 'account' && subject !== 'notice';

/** Ids in one notification: its text may have 8,000 bytes. */
const atOnce = 500;

/**
 * Queues them in the transaction of their cause. The jobs process is notified by the commit and sends at once: users
 * wait for SMS codes.
 */
export async function insertDeliveries(
  tx: Tx,
  about: Subject,
  messages: Message[],
  now: Date,
): Promise<{ id: number; state: string }[]> {
  const of = <K extends keyof Message>(key: K): (Message[K] | null)[] => messages.map((m) => m[key] ?? null);
  const rows = await tx.query<{ id: number; state: string }[]>(
    `INSERT INTO delivery (subject, subject_id, organization_id, created_at, changed_at, reason, channel, recipient, address, text, title, secret, customer_id, problem, state, next_try_at, traceparent)
     SELECT $1, $2, $3, $4, $4, r, c, n, a, t, h, COALESCE(s, false), k, p, CASE WHEN p IS NULL THEN 'queued' ELSE 'failed' END, CASE WHEN p IS NULL THEN $4::timestamptz END, $14
     FROM unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::boolean[], $13::int[]) AS u(r, c, n, a, t, p, h, s, k)
     ON CONFLICT (reason) DO NOTHING RETURNING id::float8 AS id, state`,
    [
      about.subject,
      about.subjectId,
      about.organizationId,
      now,
      of('reason'),
      of('channel'),
      of('recipient'),
      of('address'),
      of('text'),
      of('problem'),
      of('title'),
      of('secret'),
      of('customerId'),
      traceparent() ?? null,
    ],
  );
  const queued = rows.filter((r) => r.state === 'queued').map((r) => r.id);
  for (let i = 0; i < queued.length; i += atOnce)
    await tx.query("SELECT pg_notify('delivery', $1)", [queued.slice(i, i + atOnce).join(',')]);
  return rows;
}

/** Of a push or a message of the app: whose it is, and of which system the devices are. */
export function pushTarget(address: string): { id: number; os: string | null } {
  const [id = '', os = null] = address.split('/');
  return { id: Number(id), os };
}

/** A retry does not help: for example a number that the gateway rejects. */
export class NeverDeliverable extends Error {}

/**
 * Whether an HTTP status is about the message itself, not about us (authentication, rate limit) or a temporary failure.
 */
export const refusedForGood = (status: number): boolean =>
  status >= 400 && status < 500 && ![401, 403, 408, 425, 429].includes(status);
