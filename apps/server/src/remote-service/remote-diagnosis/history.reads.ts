import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { z } from 'zod';
import type { EngineInfo, StoredFault } from '@headland/contracts/device/diagnosis';
import {
  type Evidence,
  entryOf,
  type HistoryEntry,
  type HistoryFilter,
  type HistoryKind,
  historyKinds,
  type RanTest,
  type ServiceHistoryRow,
} from '@headland/contracts/diagnosis';
import { boundsOf } from '@headland/domain/diagnosis/curve';
import { stepSeconds, type TestDefinition } from '@headland/domain/diagnosis/tests';
import { rowsOf } from '../../platform/database/cursor';
import type { Tx } from '../../platform/database/rows';
import { containsPattern } from '../../platform/database/where';
import { Problem } from '../../platform/problem';
import type { Caller } from '../../platform/caller';
import { mustSee } from '../../fleet/vehicles/vehicle.reads';
import { SessionReads } from './session.reads';

type Filter = Partial<Omit<HistoryFilter, 'page' | 'size'>>;
interface HistoryColumns extends Omit<ServiceHistoryRow, 'startedAt' | 'endedAt' | 'decisive' | 'entry'> {
  startedAt: Date;
  endedAt: Date | null;
  evidence: z.output<typeof Evidence>[];
}

/** The service history of a vehicle. */
@Injectable()
export class HistoryReads {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly sessions: SessionReads,
  ) {}

  async list(
    vehicleId: number,
    filter: HistoryFilter,
    caller: Pick<Caller, 'scope'>,
  ): Promise<{ rows: ServiceHistoryRow[]; total: number }> {
    await mustSee(this.database.manager, caller.scope, vehicleId);
    const { page, size } = filter;
    const { sql, order, parameters } = historySql(vehicleId, filter);
    const [[counted], rows] = await Promise.all([
      this.database.query<{ total: number }[]>(`SELECT count(*)::int AS total FROM ${sql}`, parameters),
      this.database.query<HistoryColumns[]>(
        `SELECT * FROM ${sql} ORDER BY ${order} LIMIT ${size} OFFSET ${(page - 1) * size}`,
        parameters,
      ),
    ]);
    return { rows: rows.map(toRow), total: counted?.total ?? 0 };
  }

  async entry(vehicleId: number, entry: number, caller: Pick<Caller, 'scope'>): Promise<HistoryEntry> {
    await mustSee(this.database.manager, caller.scope, vehicleId);
    const kind = historyKinds[entry % 8];
    const id = Math.floor(entry / 8);
    if (kind === undefined || id > 2_147_483_647) throw new Problem('NOT_FOUND');
    const { sql, parameters } = historySql(vehicleId, { kind: [kind] });
    const [found] = await this.database.query<HistoryColumns[]>(
      `SELECT * FROM ${sql} AND p.id = $${parameters.length + 1}`,
      [...parameters, id],
    );
    if (found === undefined) throw new Problem('NOT_FOUND');
    const [about] = await this.database.query<{ vin: string; model: string; info: EngineInfo | null }[]>(
      `SELECT v.vin, m.name AS model, s.info FROM diagnosis_session s JOIN vehicle v ON v.id = s.vehicle_id JOIN model m ON m.id = v.model_id WHERE s.id = $1`,
      [found.sessionId],
    );
    const { vin, model, info } = about as NonNullable<typeof about>;
    return {
      row: toRow(found),
      vehicle: { id: vehicleId, vin, model },
      info,
      test: kind === 'test' ? { run: await this.sessions.test(id, caller), as: await this.definitionOf(id) } : null,
      faults: kind === 'clear' || kind === 'faults' ? await this.faultsOf(id) : null,
      recording: kind === 'monitoring' ? await this.recordingOf(id) : null,
    };
  }

  private async definitionOf(testId: number): Promise<RanTest> {
    const [row] = await this.database.query<{ definition: TestDefinition; confirmed: string[] | null }[]>(
      `SELECT t.definition, ARRAY(SELECT jsonb_array_elements_text(COALESCE(q.args->'confirmed', '[]'))) AS confirmed
       FROM diagnosis_test t JOIN diagnosis_request q ON q.id = t.request_id WHERE t.id = $1`,
      [testId],
    );
    const { definition: d, confirmed } = row as NonNullable<typeof row>;
    const seconds = stepSeconds(d);
    return {
      unit: d.unit,
      risk: d.risk,
      steps: d.steps.map((s, i) => ({
        op: s.op,
        cmd: s.op === 'cmd' ? s.cmd : s.op === 'prompt' ? s.key : null,
        value: s.op === 'cmd' ? (s.value ?? null) : null,
        unit: s.op === 'cmd' ? (s.unit ?? null) : null,
        seconds: seconds[i] ?? 0,
      })),
      signals: d.signals.map((s) => ({
        item: s.item,
        unit: s.unit,
        ...boundsOf(d, s.item),
        perCylinder: s.per === 'cylinder',
      })),
      confirmed: confirmed ?? [],
    };
  }

  /** A device answers a clear with the codes present afterwards; the previous ones are stored with it. */
  private async faultsOf(requestId: number): Promise<HistoryEntry['faults']> {
    const [row] = await this.database.query<
      {
        answer: { stored?: StoredFault[]; pending?: StoredFault[]; cleared?: string[]; before?: StoredFault[] } | null;
      }[]
    >('SELECT answer FROM diagnosis_request WHERE id = $1', [requestId]);
    const { stored = [], pending = [], cleared = [], before = [] } = row?.answer ?? {};
    return { stored, pending, cleared, before };
  }

  private async recordingOf(id: number): Promise<HistoryEntry['recording']> {
    const [row] = await this.database.query<{ items: string[]; period: number; rows: number }[]>(
      'SELECT items, period, row_count AS rows FROM diagnosis_recording WHERE id = $1',
      [id],
    );
    return row ?? null;
  }
}

/** All rows of the filter in order, some hundred at a time; needs a transaction. */
export async function* historyRows(tx: Tx, vehicleId: number, filter: Filter): AsyncGenerator<ServiceHistoryRow[]> {
  const { sql, order, parameters } = historySql(vehicleId, filter);
  for await (const batch of rowsOf<HistoryColumns>(tx, `SELECT * FROM ${sql} ORDER BY ${order}`, parameters))
    yield batch.map(toRow);
}
export async function historyCount(tx: Tx, vehicleId: number, filter: Filter): Promise<number> {
  const { sql, parameters } = historySql(vehicleId, filter);
  return (await tx.query<{ total: number }[]>(`SELECT count(*)::int AS total FROM ${sql}`, parameters))[0]?.total ?? 0;
}

/** $1 is the vehicle: each source has an index that begins with it, or with its sessions. */
function historySql(vehicleId: number, f: Filter): { sql: string; order: string; parameters: unknown[] } {
  const parameters: unknown[] = [vehicleId];
  const given = <T>(value: T | undefined, condition: (p: string) => string): string[] =>
    value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
      ? []
      : [condition(`$${parameters.push(value)}`)];
  const kinds = f.kind === undefined || f.kind.length === 0 ? historyKinds : f.kind;
  const conditions = [
    'TRUE',
    ...given(f.from, (p) => `p."startedAt" >= ${p}`),
    ...given(f.to, (p) => `p."startedAt" <= ${p}`),
    ...given(f.test, (p) => `p.test = ANY(${p}::text[])`),
    ...given(f.result, (p) => `p.result = ANY(${p}::text[])`),
    ...given(f.by === undefined || f.by === '' ? undefined : containsPattern(f.by), (p) => `p.by ILIKE ${p}`),
  ];
  const by = { startedAt: '"startedAt"', duration: '"endedAt" - "startedAt"', result: 'result' }[f.sort ?? 'startedAt'];
  const order = `${by} ${f.order ?? 'desc'} NULLS LAST, "startedAt" DESC, kind, id DESC`;
  return {
    sql: `(${historyKinds
      .filter((k) => kinds.includes(k))
      .map((k) => sources[k])
      .join(' UNION ALL ')}) p WHERE ${conditions.join(' AND ')}`,
    order,
    parameters,
  };
}

const inSession = (table: string): string => `JOIN diagnosis_session s ON s.id = ${table}.session_id`;
const asked = (kind: HistoryKind, op: string, codes: string): string =>
  `SELECT q.id, '${kind}' AS kind, s.id AS "sessionId", s.kind AS service, q.asked_at AS "startedAt", q.ended_at AS "endedAt", NULL::text AS test, q.state,
     NULL::text AS verdict, NULL::text AS result, '[]'::jsonb AS evidence, q.reason, ${codes} AS codes, q.by_name AS by, s.by_organization AS organization
   FROM diagnosis_request q ${inSession('q')} WHERE q.op = '${op}' AND s.vehicle_id = $1`;
const sources: Record<HistoryKind, string> = {
  session: `SELECT s.id, 'session' AS kind, s.id AS "sessionId", s.kind AS service, s.opened_at AS "startedAt", s.ended_at AS "endedAt", NULL::text AS test, s.state,
     NULL::text AS verdict, NULL::text AS result, '[]'::jsonb AS evidence, COALESCE(s.reason, s."end") AS reason, '{}'::text[] AS codes, s.by_name AS by, s.by_organization AS organization
   FROM diagnosis_session s WHERE s.vehicle_id = $1`,
  test: `SELECT t.id, 'test' AS kind, s.id AS "sessionId", s.kind AS service, t.started_at AS "startedAt", t.ended_at AS "endedAt", t.test, t.state,
     t.verdict, CASE WHEN t.state = 'fail' THEN 'aborted' ELSE t.verdict END AS result, t.evidence, t.reason, '{}'::text[] AS codes, t.by_name AS by, s.by_organization AS organization
   FROM diagnosis_test t ${inSession('t')} WHERE t.vehicle_id = $1`,
  monitoring: `SELECT r.id, 'monitoring' AS kind, s.id AS "sessionId", s.kind AS service, r.started_at AS "startedAt", r.ended_at AS "endedAt", NULL::text AS test, r.row_count::text AS state,
     NULL::text AS verdict, NULL::text AS result, '[]'::jsonb AS evidence, NULL::text AS reason, r.items AS codes, r.by_name AS by, s.by_organization AS organization
   FROM diagnosis_recording r ${inSession('r')} WHERE r.vehicle_id = $1`,
  clear: asked('clear', 'clearFaults', "ARRAY(SELECT jsonb_array_elements_text(COALESCE(q.answer->'cleared', '[]')))"),
  faults: asked(
    'faults',
    'faults',
    "ARRAY(SELECT f->>'code' FROM jsonb_array_elements(COALESCE(q.answer->'stored', '[]') || COALESCE(q.answer->'pending', '[]')) AS f)",
  ),
};

function toRow({ startedAt, endedAt, evidence, ...r }: HistoryColumns): ServiceHistoryRow {
  return {
    ...r,
    entry: entryOf(r.kind, r.id),
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    decisive: evidence.find((e) => e.ok === false) ?? evidence.find((e) => e.ok === null) ?? evidence[0] ?? null,
  };
}
