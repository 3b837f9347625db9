import { randomUUID } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { SessionView } from '@headland/contracts/diagnosis';
import { connectRefusal, overdue, sessionTimes } from '@headland/domain/diagnosis/session';
import { CLOCK, type Clock } from '../../platform/clock';
import type { Tx } from '../../platform/database/rows';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { actorOf, memberId, type Caller } from '../../platform/caller';
import { endSession } from './end-session.tx';
import { DeviceMessages } from './device-messages';
import { subjectOf, clockOf, lockSession, payloadOf, sessionColumns, type SessionRow } from './session-row';
import { SessionReads } from './session.reads';
import { awaitedSince, refuseServed } from '../../fleet/vehicles/in-service.reads';
import { reachable } from './service-vehicle.reads';

/** Opens a session to a machine. Of two concurrent callers one gets an error that names the other. */
export class OpenSession extends Command<SessionView> {
  constructor(
    readonly vehicleId: number,
    readonly kind: 'remote' | 'afterService',
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(OpenSession)
export class OpenSessionHandler implements ICommandHandler<OpenSession> {
  constructor(
    private readonly change: Change,
    private readonly reads: SessionReads,
    private readonly device: DeviceMessages,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ vehicleId, kind, by }: OpenSession): Promise<SessionView> {
    const now = this.now();
    const req = randomUUID();
    const { session, expired } = await this.change.run(actorOf(by), async (tx, emit) => {
      const machine = await reachable(tx, by.scope, vehicleId, now);
      const before = await openOf(tx, vehicleId);
      // an expired one does not block until the sweep ends it
      if (before !== null) {
        const end = overdue(clockOf(before, before.awaited_since), now.getTime());
        if (end === null)
          throw new Problem('VEHICLE_HELD', {
            by: before.by_name,
            organization: before.by_organization,
            since: before.opened_at.toISOString(),
          });
        await endSession(tx, emit, before, end, now);
      }
      // a program transfer
      await refuseServed(tx, [vehicleId], { userId: null, now });
      const reason = connectRefusal({ ...machine, held: false });
      if (reason !== null) throw new Problem('NOT_CONNECTABLE', { reason });
      const [made] = await returningOne(tx, [
        randomUUID(),
        vehicleId,
        machine.deviceId,
        machine.deviceKey,
        machine.organizationId,
        kind,
        memberId(by),
        by.name,
        by.organizationId,
        now,
      ]);
      await tx.query(
        'INSERT INTO diagnosis_request (token, session_id, op, asked_at, due_at, by_name) VALUES ($1, $2, $3, $4, $5, $6)',
        [req, made.id, 'connect', now, new Date(now.getTime() + sessionTimes.answerMs), by.name],
      );
      await tx.query('UPDATE vehicle SET last_session_at = $2 WHERE id = $1', [vehicleId, now]);
      emit('diagnosis.opened', payloadOf(made), subjectOf(made));
      return { session: made, expired: before };
    });
    // its terminal may be in it still, and would refuse another
    if (expired !== null) this.device.disconnect(expired.device_id, expired.token);
    try {
      await this.device.send(session.device_id, { session: session.token, req, op: 'connect' });
    } catch (error) {
      await this.change.run(actorOf(by), async (tx, emit) => {
        const locked = await lockSession(tx, { id: session.id });
        if (locked !== null) await endSession(tx, emit, locked, 'broker', this.now());
      });
      throw new Problem('UNAVAILABLE', {}, undefined, { cause: error });
    }
    return this.reads.get(session.id, by);
  }
}

type OpenSessionRow = SessionRow & { awaited_since: Date | null };
async function openOf(tx: Tx, vehicleId: number): Promise<OpenSessionRow | null> {
  const [row] = await tx.query<OpenSessionRow[]>(
    `SELECT ${sessionColumns}, ${awaitedSince} AS awaited_since FROM diagnosis_session s WHERE s.vehicle_id = $1 AND s.ended_at IS NULL FOR UPDATE`,
    [vehicleId],
  );
  return row ?? null;
}

const returningOne = async (tx: Tx, values: unknown[]): Promise<[SessionRow]> =>
  (await tx.query<SessionRow[]>(
    `INSERT INTO diagnosis_session AS s (token, vehicle_id, device_id, device_key, organization_id, kind, state, by_user, by_name, by_organization, opened_at, heard_at, seen_at, acted_at)
     VALUES ($1, $2, $3, $4, $5, $6, 'connecting', $7, $8, (SELECT name FROM organization WHERE id = $9), $10, $10, $10, $10) RETURNING ${sessionColumns}`,
    values,
  )) as [SessionRow];
