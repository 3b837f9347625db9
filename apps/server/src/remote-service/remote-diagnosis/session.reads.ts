import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { z } from 'zod';
import { engineInfoFields, type EngineInfo } from '@headland/contracts/device/diagnosis';
import type { Measured, RecordingMark, SessionView, TestRun } from '@headland/contracts/diagnosis';
import type { DiagnosticTestId } from '@headland/domain/diagnostic-test-ids';
import type { FaultCatalogue } from '@headland/domain/fault-catalogue';
import { proposedTests, type FaultChecks } from '@headland/domain/diagnosis/next-test';
import { questionsOf } from '@headland/domain/diagnosis/questions';
import { sessionTimes } from '@headland/domain/diagnosis/session';
import type { TestDefinition } from '@headland/domain/diagnosis/tests';
import { CatalogueInUse } from '../../incidents/faults/fault-catalogue.module';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import { faultIsOpen } from '../../platform/database/open-sql';
import { Problem } from '../../platform/problem';
import type { Caller, Scope } from '../../platform/caller';
import { testOffset, type TraceRow } from './judge-test.tx';
import { pendingRequest, sessionColumns, type SessionRow } from './session-row';
import { TestCatalogueInUse } from './test-catalogue-in-use';

type MeasuredRows = z.output<typeof Measured>;

@Injectable()
export class SessionReads {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly catalogue: TestCatalogueInUse,
    private readonly codes: CatalogueInUse,
  ) {}

  async get(id: number, caller: Pick<Caller, 'scope' | 'userId'>): Promise<SessionView> {
    const where = seen(caller.scope).andIf(id, (p) => `s.id = ${p}`);
    const [s] = await this.database.query<SessionRow[]>(
      `SELECT ${sessionColumns} FROM diagnosis_session s JOIN vehicle v ON v.id = s.vehicle_id WHERE ${where.sql}`,
      where.parameters,
    );
    if (s === undefined) throw new Problem('NOT_FOUND');
    const { manager } = this.database;
    const [pending, tests, [watching], [before], [last], reported] = await Promise.all([
      pendingRequest(manager, id),
      this.tests('t.session_id = $1', id),
      this.database.query<{ id: number; items: string[]; period: number; started_at: Date }[]>(
        'SELECT id, items, period, started_at FROM diagnosis_recording WHERE session_id = $1 AND ended_at IS NULL',
        [id],
      ),
      this.database.query<{ info: EngineInfo }[]>(
        'SELECT info FROM diagnosis_session WHERE vehicle_id = $1 AND id < $2 AND info IS NOT NULL ORDER BY id DESC LIMIT 1',
        [s.vehicle_id, id],
      ),
      this.database.query<{ op: string; state: string; reason: string | null }[]>(
        'SELECT op, state, reason FROM diagnosis_request WHERE session_id = $1 ORDER BY id DESC LIMIT 1',
        [id],
      ),
      reportedCodes(manager, s.vehicle_id),
    ]);
    // the reported faults come before other stored codes of the units
    const codes = [...reported, ...[...(s.faults?.stored ?? []), ...(s.faults?.pending ?? [])].map((f) => f.code)];
    const done = tests
      .filter((t) => t.endedAt !== null)
      .map((t) => ({ test: t.test as DiagnosticTestId, verdict: t.verdict, next: t.next }));
    return {
      id: s.id,
      vehicleId: s.vehicle_id,
      kind: s.kind,
      state: s.state,
      by: s.by_name,
      organization: s.by_organization,
      mine: s.by_user === caller.userId,
      openedAt: s.opened_at.toISOString(),
      connectedAt: s.connected_at?.toISOString() ?? null,
      endedAt: s.ended_at?.toISOString() ?? null,
      end: s.end,
      reason: s.reason,
      idleAt: new Date(s.acted_at.getTime() + sessionTimes.idleMs).toISOString(),
      heardAt: s.heard_at.toISOString(),
      info: s.info,
      changedInfo:
        s.info === null || before === undefined
          ? []
          : engineInfoFields.filter((f) => steady(f) && s.info?.[f] !== undefined && s.info[f] !== before.info[f]),
      live: s.live,
      pending:
        pending === null || pending.state !== 'asked'
          ? null
          : { op: pending.op, askedAt: pending.asked_at.toISOString() },
      failed: last?.state === 'failed' ? { op: last.op, reason: last.reason } : null,
      faults: s.faults,
      watching:
        watching === undefined
          ? null
          : {
              recordingId: watching.id,
              items: watching.items,
              period: watching.period,
              since: watching.started_at.toISOString(),
            },
      tests,
      proposed: proposedTests(done, checksOf(codes, this.codes.now.catalogue), this.catalogue.now.catalogue),
    };
  }

  async test(id: number, caller: Pick<Caller, 'scope'>): Promise<TestRun> {
    const [test] = await this.tests('t.id = $1', id);
    if (test === undefined) throw new Problem('NOT_FOUND');
    await mustSeeSession(this.database.manager, caller.scope, test.sessionId);
    return test;
  }

  async curve(testId: number, caller: Pick<Caller, 'scope'>): Promise<MeasuredRows> {
    await this.test(testId, caller);
    const [rows, [clock]] = await Promise.all([
      this.database.query<TraceRow[]>(
        'SELECT t0, step, period, items, rows FROM diagnosis_trace WHERE test_id = $1 ORDER BY t0',
        [testId],
      ),
      this.database.query<{ offset_ms: string }[]>(testOffset, [testId]),
    ]);
    return {
      offsetMs: Number(clock?.offset_ms ?? 0),
      parts: rows.map((r) => ({ t0: Number(r.t0), period: r.period, step: r.step, items: r.items, rows: r.rows })),
    };
  }

  /** At most this many messages at once; continue from the last. */
  async recording(
    id: number,
    after: number,
    caller: Pick<Caller, 'scope'>,
  ): Promise<MeasuredRows & { marks: RecordingMark[] }> {
    const [recording] = await this.database.query<
      { session_id: number; items: string[]; period: number; offset_ms: string; marks: RecordingMark[] }[]
    >('SELECT session_id, items, period, offset_ms, marks FROM diagnosis_recording WHERE id = $1', [id]);
    if (recording === undefined) throw new Problem('NOT_FOUND');
    await mustSeeSession(this.database.manager, caller.scope, recording.session_id);
    const rows = await this.database.query<{ t0: string; rows: (number | null)[][] }[]>(
      'SELECT t0, rows FROM diagnosis_rows WHERE recording_id = $1 AND t0 > $2 ORDER BY t0 LIMIT 5000',
      [id, after],
    );
    const { items, period, marks } = recording;
    return {
      offsetMs: Number(recording.offset_ms),
      marks,
      parts: rows.map((r) => ({ t0: Number(r.t0), period, step: null, items, rows: r.rows })),
    };
  }

  private async tests(condition: string, value: number): Promise<TestRun[]> {
    const rows = await this.database.query<TestColumns[]>(
      `SELECT t.* FROM diagnosis_test t WHERE ${condition} ORDER BY t.id`,
      [value],
    );
    const photos = await this.database.query<(Omit<TestRun['photos'][number], 'at'> & { test_id: number; at: Date })[]>(
      'SELECT test_id, file_id AS id, key, at, by_name AS by FROM diagnosis_test_photo WHERE test_id = ANY($1::int[]) ORDER BY at, file_id',
      [rows.map((t) => t.id)],
    );
    return rows.map((t) => ({
      id: t.id,
      sessionId: t.session_id,
      test: t.test,
      state: t.state,
      step: t.step,
      progress: t.progress,
      prompt: t.prompt,
      leftS: t.left_s,
      reason: t.reason,
      gate: t.gate,
      item: t.item,
      verdict: t.verdict,
      evidence: t.evidence,
      next: t.next,
      values: t.values,
      confirms: t.confirms,
      toConfirm: t.state === 'fail' ? [] : questionsOf(t.definition.verdict).filter((q) => !(q.key in t.confirms)),
      photos: photos.flatMap(({ test_id, at, ...photo }) =>
        test_id === t.id ? [{ ...photo, at: at.toISOString() }] : [],
      ),
      catalogueVersion: t.definition.catalogueVersion,
      startedAt: t.started_at.toISOString(),
      endedAt: t.ended_at?.toISOString() ?? null,
      by: t.by_name,
    }));
  }
}

type TestColumns = Pick<
  TestRun,
  | 'id'
  | 'test'
  | 'state'
  | 'step'
  | 'progress'
  | 'prompt'
  | 'reason'
  | 'gate'
  | 'item'
  | 'verdict'
  | 'evidence'
  | 'next'
  | 'values'
  | 'confirms'
> & {
  session_id: number;
  left_s: number | null;
  definition: TestDefinition;
  started_at: Date;
  ended_at: Date | null;
  by_name: string;
};

/** Reported codes of a vehicle that are not repaired, most severe first. */
export const reportedCodes = async (tx: Tx, vehicleId: number): Promise<string[]> =>
  (
    await tx.query<{ code: string }[]>(
      `SELECT code FROM fault_report WHERE vehicle_id = $1 AND ${faultIsOpen()} ORDER BY severity, occurred_at DESC LIMIT 20`,
      [vehicleId],
    )
  ).map((r) => r.code);

/** The tests that the fault catalogue names for each of them. */
export const checksOf = (codes: readonly string[], { byCode }: FaultCatalogue): FaultChecks[] =>
  [...new Set(codes)].map((code) => ({ code, checks: byCode.get(code)?.checks ?? [] }));

/** Fields that differ between sessions only because time has passed. */
const steady = (field: keyof EngineInfo): boolean =>
  !['ts', 'ts_epoch', 'command', 'engine_runtime', 'engine_load'].includes(field);

/** A session is visible to everybody who sees its vehicle now. */
const seen = (scope: Scope): Where => new Where(scope, 'v.organization_id');

/** Throws NOT_FOUND for a session of a vehicle outside of the scope. */
export async function mustSeeSession(tx: Tx, scope: Scope, id: number): Promise<void> {
  const where = seen(scope).andIf(id, (p) => `s.id = ${p}`);
  const found = await tx.query<unknown[]>(
    `SELECT 1 FROM diagnosis_session s JOIN vehicle v ON v.id = s.vehicle_id WHERE ${where.sql}`,
    where.parameters,
  );
  if (found.length === 0) throw new Problem('NOT_FOUND');
}
