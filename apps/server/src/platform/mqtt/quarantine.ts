import type { EntityManager } from 'typeorm';
import { maxPayloadBytes } from '@headland/contracts/device/envelope';
import type { Refused } from './decode';

/**
 * Undecodable messages, stored with their reason for an administrator. Payloads are truncated at the protocol's limit;
 * `bytes` is the original size.
 */
export interface Quarantined {
  topic: string;
  payload: Buffer;
  receivedAt: number;
  refused: Refused;
}

export async function quarantine(tx: Pick<EntityManager, 'query'>, list: Quarantined[]): Promise<void> {
  if (list.length === 0) return;
  await tx.query(
    `INSERT INTO quarantine (received_at, topic, device_id, reason, detail, bytes, payload)
     SELECT to_timestamp(a / 1000.0), t, d, r, e, b, decode(p, 'base64') FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int[], $7::text[]) AS q(a, t, d, r, e, b, p)`,
    [
      list.map((q) => q.receivedAt),
      list.map((q) => clean(q.topic).slice(0, 300)),
      list.map((q) => q.refused.device),
      list.map((q) => q.refused.reason),
      list.map((q) => clean(q.refused.detail)),
      list.map((q) => q.payload.length),
      list.map((q) => q.payload.subarray(0, maxPayloadBytes).toString('base64')),
    ],
  );
}

/** PostgreSQL text cannot contain NUL. */
const clean = (text: string): string => text.replaceAll('\0', '\uFFFD');
