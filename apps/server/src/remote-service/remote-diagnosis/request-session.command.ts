import { randomUUID } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AskBody, SessionView } from '@headland/contracts/diagnosis';
import type { DiagDown } from '@headland/contracts/device/diagnosis';
import { lostGate } from '@headland/domain/diagnosis/gates';
import { unknownItems } from '@headland/domain/diagnosis/items';
import { isPending, opRefusal, sessionTimes } from '@headland/domain/diagnosis/session';
import { definitionOf, type TestCatalogue, type TestDefinition } from '@headland/domain/diagnosis/tests';
import { inTurnOn } from './lock-vehicle-service.tx';
import { type PreparedWrite, prepareWrite } from './prepare-write.tx';
import { CLOCK, type Clock } from '../../platform/clock';
import type { Tx } from '../../platform/database/rows';
import { Change, type Emit } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { actorOf, memberId, type Caller } from '../../platform/caller';
import { InjectorProfileInUse } from '../profiles/profiles.module';
import { endSession } from './end-session.tx';
import { DeviceMessages } from './device-messages';
import { subjectOf, lockSession, payloadOf, pendingRequest, type SessionRow } from './session-row';
import { mustSeeSession, SessionReads } from './session.reads';
import { TestCatalogueInUse } from './test-catalogue-in-use';

/** A request of the session's holder to the machine. It is recorded before it is sent. */
export class RequestSession extends Command<SessionView> {
  constructor(
    readonly sessionId: number,
    readonly ask: AskBody,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(RequestSession)
export class RequestSessionHandler implements ICommandHandler<RequestSession> {
  constructor(
    private readonly change: Change,
    private readonly reads: SessionReads,
    private readonly device: DeviceMessages,
    private readonly tests: TestCatalogueInUse,
    private readonly injectors: InjectorProfileInUse,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ sessionId, ask, by }: RequestSession): Promise<SessionView> {
    const { session, message } = await this.change.run(actorOf(by), async (tx, emit) => {
      await mustSeeSession(tx, by.scope, sessionId);
      const locked = await lockSession(tx, { id: sessionId });
      if (locked === null) throw new Problem('NOT_FOUND');
      if (locked.by_user !== memberId(by)) throw new Problem('SESSION_NOT_YOURS');
      const pending = await pendingRequest(tx, sessionId);
      // a requested test may have begun without a message yet
      const begun =
        ask.op === 'abort' && locked.state === 'connected' && (pending?.op === 'test' || pending?.op === 'write');
      const reason = opRefusal(ask.op, begun ? 'running' : locked.state, pending !== null && isPending(pending.state));
      if (reason !== null) throw new Problem('SESSION_REFUSED', { reason });
      return { session: locked, message: await this.record(tx, emit, locked, ask, by) };
    });
    try {
      await this.device.send(session.device_id, message);
    } catch (error) {
      await this.change.run(actorOf(by), async (tx, emit) => {
        const locked = await lockSession(tx, { id: sessionId });
        if (locked !== null) await endSession(tx, emit, locked, 'broker', this.now());
      });
      throw new Problem('UNAVAILABLE', {}, undefined, { cause: error });
    }
    return this.reads.get(sessionId, by);
  }

  private async record(tx: Tx, emit: Emit, session: SessionRow, ask: AskBody, by: Caller): Promise<DiagDown> {
    const now = this.now();
    const req = randomUUID();
    const { op, ...args } = firstOf(ask);
    const test =
      ask.op === 'test'
        ? await mayRun(tx, this.tests.now.catalogue, session, 'test', ask.test, ask.confirmed, now)
        : ask.op === 'write'
          ? await mayRun(tx, this.tests.now.catalogue, session, 'write', ask.item, ask.confirmed, now)
          : null;
    const write = ask.op === 'write' ? await prepareWrite(tx, session, ask, this.injectors.now.profile, now) : null;
    if (ask.op === 'watch' && unknownItems(ask.items).length > 0)
      throw new Problem('E0001', {}, { items: 'field.unknown' });
    if (ask.op === 'clearFaults') {
      const lost = lostGate(['STOP'], session.live);
      if (lost !== null) throw new Problem('TEST_GATE', lost);
    }
    const [request] = await tx.query<{ id: number }[]>(
      'INSERT INTO diagnosis_request (token, session_id, op, args, asked_at, due_at, by_name) VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id',
      [req, session.id, op, JSON.stringify(args), now, new Date(now.getTime() + sessionTimes.answerMs), by.name],
    );
    const requestId = (request as { id: number }).id;
    await tx.query(
      'UPDATE diagnosis_session SET acted_at = $2, seen_at = $2, state = CASE WHEN $3 THEN $4 ELSE state END WHERE id = $1',
      [session.id, now, op === 'disconnect', 'disconnecting'],
    );
    // a test stops a recording, and so does another choice
    if (ask.op === 'watch' || ask.op === 'unwatch' || test !== null)
      await tx.query('UPDATE diagnosis_recording SET ended_at = $2 WHERE session_id = $1 AND ended_at IS NULL', [
        session.id,
        now,
      ]);
    if (ask.op === 'watch') {
      await tx.query(
        'INSERT INTO diagnosis_recording (request_id, session_id, vehicle_id, items, period, started_at, offset_ms, by_name) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)',
        [requestId, session.id, session.vehicle_id, ask.items, ask.period, now, session.offset_ms, by.name],
      );
    }
    if (test !== null) {
      // a job being closed and one of its tests are serialised
      await inTurnOn(tx, session.vehicle_id);
      const given = ask.op === 'test' ? ask.args : (write?.value ?? {});
      const [run] = await tx.query<{ id: number }[]>(
        'INSERT INTO diagnosis_test (request_id, session_id, vehicle_id, test, definition, args, started_at, by_name) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id',
        [requestId, session.id, session.vehicle_id, test.id, JSON.stringify(test), JSON.stringify(given), now, by.name],
      );
      await write?.store((run as { id: number }).id);
      emit('diagnosis.testStarted', payloadOf(session, { test: test.id }), subjectOf(session));
    }
    return wireOf(session.token, req, ask, write);
  }
}

/**
 * What is requested first. Codes are read, and so recorded, before a clear deletes them: it begins with a reading
 * (clear-after-reading).
 */
const firstOf = (ask: AskBody): AskBody | { op: 'faults'; clear: string[] } =>
  ask.op === 'clearFaults' ? { op: 'faults', clear: ask.codes } : ask;

function wireOf(session: string, req: string, ask: AskBody, write: PreparedWrite | null): DiagDown {
  const ids = { session, req };
  switch (ask.op) {
    case 'watch':
      return { ...ids, op: 'watch', items: ask.items, period: ask.period };
    case 'test':
      return { ...ids, op: 'test', test: ask.test, args: ask.args };
    case 'write':
      return { ...ids, op: 'write', item: ask.item, value: write?.value ?? {} };
    case 'clearFaults':
      return { ...ids, op: 'faults' };
    default:
      return { ...ids, op: ask.op };
  }
}

/** The test as it is run on this machine, if all its conditions hold. Throws a Problem with the first that does not. */
async function mayRun(
  tx: Tx,
  catalogue: TestCatalogue,
  session: SessionRow,
  via: TestDefinition['via'],
  id: string,
  confirmed: readonly string[],
  now: Date,
): Promise<TestDefinition> {
  const [vehicle] = await tx.query<{ model: string }[]>(
    'SELECT m.name AS model FROM vehicle v JOIN model m ON m.id = v.model_id WHERE v.id = $1',
    [session.vehicle_id],
  );
  const variant = {
    model: vehicle?.model ?? null,
    engineType: session.info?.engine_type ?? null,
    hwVariant: session.info?.hw_variant ?? null,
  };
  const definition = definitionOf(id, variant, catalogue);
  if (definition?.via !== via) throw new Problem('NOT_FOUND');
  const missing = definition.confirm.find((key) => !confirmed.includes(key));
  if (missing !== undefined) throw new Problem('TEST_NOT_CONFIRMED', { key: missing });
  for (const { test, within_s } of definition.needs) {
    const [done] = await tx.query<unknown[]>(
      "SELECT 1 FROM diagnosis_test WHERE vehicle_id = $1 AND test = $2 AND verdict = 'pass' AND ended_at > $3::timestamptz - make_interval(secs => $4) LIMIT 1",
      [session.vehicle_id, test, session.heard_at, within_s],
    );
    if (done === undefined) throw new Problem('TEST_NEEDS', { test });
  }
  // a terminal reports its state every second: much older values are unknown
  if (now.getTime() - session.heard_at.getTime() >= sessionTimes.testSilenceMs)
    throw new Problem('SESSION_REFUSED', { reason: 'notConnected' });
  const lost = lostGate(definition.gates, session.live, definition.gateLimits);
  if (lost !== null) throw new Problem('TEST_GATE', lost);
  return definition;
}
