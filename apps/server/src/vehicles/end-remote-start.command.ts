import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { RemoteStart } from '@headland/contracts/vehicle';
import { CLOCK, type Clock } from '../platform/clock';
import { returning, type Tx } from '../platform/database/rows';
import { Change, type Emit } from '../platform/event-log/change';
import { system } from '../platform/who';
import { startColumns, startPayload, type StartRow } from './remote-start';

/** The engine of a vehicle has started: what was asked for before has succeeded. Called twice, or without any, it does nothing. */
export class ConfirmRemoteStart extends Command<void> {
  constructor(
    readonly vehicleId: number,
    readonly at: Date,
  ) {
    super();
  }
}

@CommandHandler(ConfirmRemoteStart)
export class ConfirmRemoteStartHandler implements ICommandHandler<ConfirmRemoteStart> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    private readonly change: Change,
  ) {}

  async execute({ vehicleId, at }: ConfirmRemoteStart): Promise<void> {
    await this.change.run(system, async (tx, emit) => {
      const [open] = await tx.query<{ id: number }[]>("SELECT id FROM control_request WHERE vehicle_id = $1 AND state = 'requested' AND requested_at <= $2", [
        vehicleId,
        at,
      ]);
      if (open) await endStart(tx, emit, open.id, null, this.now());
    });
  }
}

/** Its time is up, if it is: asked by the queue and by the sweep. An engine that runs by then has started, even if nobody was told yet. */
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
      const [due] = await tx.query<{ vehicle_id: number }[]>("SELECT vehicle_id FROM control_request WHERE id = $1 AND state = 'requested' AND due_at <= $2", [id, now]);
      if (due) await endStartsOverdue(tx, emit, due.vehicle_id, now);
    });
  }
}

/** Ends the request of a vehicle whose time is up, as its engine says. */
export async function endStartsOverdue(tx: Tx, emit: Emit, vehicleId: number, now: Date): Promise<void> {
  const [due] = await tx.query<{ id: number; runs: boolean }[]>(
    `SELECT c.id, COALESCE(s.engine AND s.started_at >= c.requested_at, false) AS runs FROM control_request c LEFT JOIN vehicle_state s ON s.vehicle_id = c.vehicle_id
     WHERE c.vehicle_id = $1 AND c.state = 'requested' AND c.due_at <= $2`,
    [vehicleId, now],
  );
  if (due) await endStart(tx, emit, due.id, due.runs ? null : 'timeout', now);
}

/** `failure` null: it has succeeded. The state decides who is first: an ended one does not end again. */
export async function endStart(tx: Tx, emit: Emit, id: number, failure: RemoteStart['failure'], now: Date): Promise<void> {
  const [row] = await returning<StartRow & { organization_id: number }>(
    tx,
    `UPDATE control_request c SET state = $2, failure = $3, ended_at = $4 FROM vehicle v WHERE c.id = $1 AND c.state = 'requested' AND v.id = c.vehicle_id
     RETURNING ${startColumns}, v.organization_id`,
    [id, failure === null ? 'succeeded' : 'failed', failure, now],
  );
  if (row) emit(failure === null ? 'control.succeeded' : 'control.failed', startPayload(row), { organizationId: row.organization_id, vehicleId: row.vehicle_id });
}
