import type { ContentKind } from '@headland/contracts/content';
import type { EventPayload } from '@headland/contracts/event-log';
import type { Tx } from '../database/rows';
import { Problem } from '../problem';

type Changes = EventPayload<'record.changed'>['changes'];
type Value = string | number | boolean | null;
type Values = Record<string, Value>;

/** The fields that differ, as the log shows them. A new record has only its current values. */
export const changesBetween = (before: Values, after: Values): Changes => changesIn(Object.keys(after), before, after);

/** The same for these fields only. */
export const changesIn = <F extends string>(
  fields: readonly F[],
  before: Partial<Record<F, Value>> | null,
  after: Record<F, Value>,
): Changes =>
  fields
    .map((field) => ({ field, from: shown(before?.[field]), to: shown(after[field]) }))
    .filter(({ from, to }) => from !== to);

const shown = (value: Value | undefined): string | null =>
  value === null || value === undefined || value === '' ? null : String(value);

/** Who removed a record last, when, and which place it left. */
export async function lastRemoval(
  tx: Tx,
  kind: string,
  id: number,
): Promise<{ at: Date; by: number | null; place: number | null } | null> {
  const [last] = await tx.query<{ at: Date; by: number | null; changes: Changes }[]>(
    `SELECT at, by_user AS by, payload->'changes' AS changes FROM event_log
     WHERE name = 'record.deleted' AND payload->>'kind' = $1 AND payload->>'id' = $2 ORDER BY number DESC LIMIT 1`,
    [kind, String(id)],
  );
  if (last === undefined) return null;
  const place = last.changes.find(({ field }) => field === 'displayOrder')?.from ?? null;
  return { at: last.at, by: last.by, place: place === null ? null : Number(place) };
}

/** Refuses a form that was loaded before somebody else changed the record, and names who and when. */
export async function refuseChangedMeanwhile(
  tx: Tx,
  kind: 'organization' | 'user' | 'kiosk' | 'model' | 'device' | 'vehicle' | 'customer' | ContentKind | 'gptBanner',
  id: number | string,
): Promise<never> {
  const [last] = await tx.query<{ at: Date; by: string | null }[]>(
    `SELECT at, by_name AS by FROM event_log WHERE name IN ('record.created', 'record.changed') AND payload->>'kind' = $1 AND payload->>'id' = $2
     ORDER BY number DESC LIMIT 1`,
    [kind, String(id)],
  );
  throw new Problem('CHANGED_MEANWHILE', last ? { by: last.by ?? '', at: last.at.toISOString() } : {});
}
