import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { RemoteStart } from '@headland/contracts/vehicle';
import { startWithinMs } from '@headland/domain/remote-start';
import { CLOCK, type Clock } from '../../platform/clock';
import { returning, type Tx } from '../../platform/database/rows';
import { Change, type Emit } from '../../platform/event-log/change';
import { system } from '../../platform/caller';
import { startColumns, startPayload, type StartRow } from './remote-start';

/**
 * A request ends with an engine that a sample says to run since, with one that is still stopped when its half minute is over, or with its timeout: checked by the
 * queue and by the sweep. A key that is on is no running engine. A sample that comes after the time is up and says that the engine started within it
 * corrects the result: a list must not show a running machine as failed.
 */
export class EndRemoteStartWhenDue extends Command<void> {
  constructor(readonly id: number) {
    super();
  }
}

@CommandHandler(EndRemoteStartWhenDue)
export class EndRemoteStartWhenDueHandler implements ICommandHandler<EndRemoteStartWhenDue> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    private readonly change: Change,
  ) {}

  async execute({ id }: EndRemoteStartWhenDue): Promise<void> {
    await this.change.run(system, async (tx, emit) => {
      const now = this.now();
      const [due] = await tx.query<{ runs: boolean }[]>(
        `SELECT ${runsSql} AS runs FROM ${startedFrom} WHERE c.id = $1 AND ${endingSql('$2')}`,
        [id, now],
      );
      if (due) await endStart(tx, emit, id, due.runs ? null : 'timeout', now);
    });
  }
}

const runsSql = 'COALESCE(s.engine AND s.started_at >= c.requested_at, false)';
const startedFrom = 'control_request c LEFT JOIN vehicle_state s ON s.vehicle_id = c.vehicle_id';
const standsSql = `COALESCE(NOT s.engine AND s.engine_ts >= c.requested_at + interval '${startWithinMs} milliseconds', false)`;
const endingSql = (now: string): string =>
  `(c.state = 'requested' AND (c.due_at <= ${now} OR ${runsSql} OR ${standsSql}) OR ${correctedSql(now)})`;
/** Telemetry may be late for as long as a terminal was out of reach; `started_at` is of the present run. */
const correctedSql = (now: string): string =>
  `c.failure = 'timeout' AND c.ended_at > ${now}::timestamptz - interval '1 day' AND ${runsSql} AND s.started_at < c.requested_at + interval '${startWithinMs} milliseconds'`;
/** Requests that have succeeded or failed, or whose time is up. */
export const endingStarts = `SELECT c.id FROM ${startedFrom} WHERE ${endingSql('now()')} LIMIT 500`;

/** Ends the request of a vehicle that has timed out, by the state of its engine. */
export async function endStartsOverdue(tx: Tx, emit: Emit, vehicleId: number, now: Date): Promise<void> {
  const [due] = await tx.query<{ id: number; runs: boolean }[]>(
    `SELECT c.id, ${runsSql} AS runs FROM ${startedFrom} WHERE c.vehicle_id = $1 AND c.state = 'requested' AND c.due_at <= $2`,
    [vehicleId, now],
  );
  if (due) await endStart(tx, emit, due.id, due.runs ? null : 'timeout', now);
}

/**
 * `failure` null: it has succeeded. The state decides who is first: an ended one does not end again, but a success
 * corrects one whose time was up.
 */
export async function endStart(
  tx: Tx,
  emit: Emit,
  id: number,
  failure: RemoteStart['failure'],
  now: Date,
): Promise<void> {
  const [row] = await returning<StartRow & { organization_id: number }>(
    tx,
    `UPDATE control_request c SET state = $2, failure = $3, ended_at = $4 FROM vehicle v 
     WHERE c.id = $1 AND (c.state = 'requested' OR c.failure = 'timeout' AND $3::text IS NULL) AND v.id = c.vehicle_id
     RETURNING ${startColumns}, v.organization_id`,
    [id, failure === null ? 'succeeded' : 'failed', failure, now],
  );
  if (row)
    emit(failure === null ? 'control.succeeded' : 'control.failed', startPayload(row), {
      organizationId: row.organization_id,
      vehicleId: row.vehicle_id,
    });
}
