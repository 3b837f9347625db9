import type { EntityManager } from 'typeorm';
import type { EventName, EventPayload } from '@headland/contracts/event-log';
import { eventRow, type About } from '../platform/event-log/change';
import type { Actor } from '../platform/caller';

/** Something of the demo's past: its row of the log, and when that was written. */
export interface PastEvent {
  at: Date;
  row: object;
}
export const pastEvent = <N extends EventName>(
  name: N,
  at: Date,
  by: Actor,
  payload: EventPayload<N>,
  about: About,
): PastEvent => ({
  at,
  row: eventRow(by, name, payload, about),
});

/** The log is in the order of time, whatever part of the demo they come from. */
export async function appendPast(tx: EntityManager, events: readonly PastEvent[]): Promise<void> {
  for (const { at, row } of [...events].sort((a, b) => a.at.getTime() - b.at.getTime()))
    await tx.query('SELECT append_events($1::jsonb, $2)', [JSON.stringify([row]), at]);
}
