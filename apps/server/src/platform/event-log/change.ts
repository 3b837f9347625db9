import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { eventSchemas, type EventName, type EventPayload } from '@headland/contracts/event-log';
import type { Actor } from '../caller';
import { CLOCK, type Clock } from '../clock';

/** The subject of an event: the organization decides who may read it, the vehicle in whose history it appears. */
export interface About {
  organizationId: number | null;
  vehicleId?: number | null;
}
export type Emit = <N extends EventName>(name: N, payload: EventPayload<N>, subject: About) => void;

/**
 * The one way to change state: rows, event rows and the message's deduplication commit together or not at all. Events
 * are written last, so that the log's lock is held only for the commit. An error in `work` rolls everything back.
 */
@Injectable()
export class Change {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  run<T>(by: Actor, work: (tx: EntityManager, emit: Emit) => Promise<T>): Promise<T> {
    return this.database.transaction(async (tx) => {
      const events: object[] = [];
      const result = await work(tx, (name, payload, subject) => {
        events.push(eventRow(by, name, payload, subject));
      });
      if (events.length > 0)
        await tx.query('SELECT append_events($1::jsonb, $2)', [JSON.stringify(events), this.now()]);
      return result;
    });
  }
}

/** One element of append_events' list; the payload is parsed, so that the log matches the contract. */
export const eventRow = <N extends EventName>(
  by: Actor,
  name: N,
  payload: EventPayload<N>,
  subject: About,
): object => ({
  name,
  payload: eventSchemas[name].parse(payload),
  organizationId: subject.organizationId,
  vehicleId: subject.vehicleId ?? null,
  byUser: by.userId,
  byName: by.name,
  address: by.address,
});
