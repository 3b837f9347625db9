import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { HistoryResult, SessionView, TestRun } from '@headland/contracts/diagnosis';
import { heldTests, type HeldResult, type HeldTest, type RemoteResults } from '@headland/contracts/remote-results';
import type { Caller } from '../../platform/caller';
import { SessionReads } from './session.reads';

/** Ends of a session by its engineer are no error. */
const wanted = ['disconnected'];

/** The results of a session, under their names in remote results. */
@Injectable()
export class SessionResults {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly sessions: SessionReads,
  ) {}

  async get(sessionId: number, caller: Pick<Caller, 'scope' | 'userId'>): Promise<RemoteResults> {
    const view = await this.sessions.get(sessionId, caller);
    const { tests, faults, info, watching } = view;
    const held = Object.fromEntries(heldTests.map((test) => [test, heldOf(tests, test)])) as Record<
      HeldTest,
      HeldResult | null
    >;
    return {
      remoteId: sessionId,
      result: worstOf(heldTests.flatMap((test) => held[test]?.result ?? [])),
      bdInfo: info,
      dmInfo: await this.recordings(sessionId),
      ...held,
      errorMsg: {
        reason: errorOf(view),
        stored: faults?.stored ?? [],
        pending: faults?.pending ?? [],
        cleared: faults?.cleared ?? [],
        readAt: faults?.at ?? null,
      },
      reprogramMsg: await this.program(view),
      accOff: await this.accOff(sessionId, tests),
      remoteWatchInfo: watching,
    };
  }

  private async recordings(sessionId: number): Promise<RemoteResults['dmInfo']> {
    const rows = await this.database.query<
      { id: number; items: string[]; period: number; started_at: Date; ended_at: Date | null; row_count: number }[]
    >(
      'SELECT id, items, period, started_at, ended_at, row_count FROM diagnosis_recording WHERE session_id = $1 ORDER BY id',
      [sessionId],
    );
    return rows.map((r) => ({
      recordingId: r.id,
      items: r.items,
      period: r.period,
      startedAt: r.started_at.toISOString(),
      endedAt: r.ended_at?.toISOString() ?? null,
      rows: r.row_count,
    }));
  }

  private async program({ id, vehicleId, openedAt }: SessionView): Promise<RemoteResults['reprogramMsg']> {
    const [run] = await this.database.query<(Omit<NonNullable<RemoteResults['reprogramMsg']>, 'at'> & { at: Date })[]>(
      `SELECT r.id AS "runId", f.target, f.version, r.state, r.reason, r.running_version AS "runningVersion", r.offered_at AS at
       FROM flash_run r JOIN flash_file f ON f.id = r.file_id
       WHERE r.vehicle_id = $1 AND r.offered_at >= $2 AND r.offered_at < COALESCE((SELECT min(opened_at) FROM diagnosis_session WHERE vehicle_id = $1 AND id > $3), 'infinity')
       ORDER BY r.id DESC LIMIT 1`,
      [vehicleId, openedAt, id],
    );
    return run === undefined ? null : { ...run, at: run.at.toISOString() };
  }

  /** Key off is also reported when it is on again: it names the test that it ended. */
  private async accOff(sessionId: number, tests: readonly TestRun[]): Promise<RemoteResults['accOff']> {
    const [row] = await this.database.query<{ since: Date | null; ended: boolean }[]>(
      `SELECT key_off_at AS since, "end" = 'keyOff' OR reason = 'keyOff' AS ended FROM diagnosis_session WHERE id = $1`,
      [sessionId],
    );
    const test = tests.findLast((t) => t.reason === 'keyOff')?.test ?? null;
    const since = row?.since ?? null;
    return { off: since !== null || row?.ended === true || test !== null, since: since?.toISOString() ?? null, test };
  }
}

function heldOf(tests: readonly TestRun[], test: HeldTest): HeldResult | null {
  const runs = tests.filter((t) => t.test === test);
  const last = runs.at(-1);
  if (last === undefined) return null;
  const { id, state, verdict, reason, catalogueVersion, startedAt, endedAt, by, values, evidence } = last;
  const result = state === 'fail' ? ('aborted' as const) : endedAt === null ? null : verdict;
  return {
    testId: id,
    runs: runs.length,
    state,
    result,
    reason,
    catalogueVersion,
    startedAt,
    endedAt,
    by,
    values,
    evidence,
  };
}

/** The worst of all: a failed one, then one that could not be judged or was stopped. */
const worstOf = (results: readonly HistoryResult[]): HistoryResult | null =>
  (['fail', 'incomplete', 'aborted', 'pass'] as const).find((r) => results.includes(r)) ?? null;

const errorOf = ({ end, reason, failed }: SessionView): string | null =>
  reason ?? (end !== null && !wanted.includes(end) ? end : (failed?.reason ?? null));
