import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import type { Injectors, WriteFilter, WriteRow } from '@headland/contracts/after-service';
import type { EngineInfo, ItemValues } from '@headland/contracts/device/diagnosis';
import { ReplacedPart } from '@headland/contracts/service-write';
import { firingOrderOf, judgeCode } from '@headland/domain/after-service/injector-code';
import { learnedFrom, restoredCode, restoredPart } from '@headland/domain/after-service/learned-values';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import { Problem } from '../../platform/problem';
import type { Caller } from '../../platform/caller';
import { InjectorProfileInUse } from '../profiles/profiles.module';
import { mustSeeSession } from '../remote-diagnosis/session.reads';
import { mustSee } from '../../fleet/vehicles/vehicle.reads';
import { engineOf } from '../remote-diagnosis/prepare-write.tx';

type Filter = Omit<WriteFilter, 'page' | 'size'>;

/** Writes to an engine, by all members. */
@Injectable()
export class WriteReads {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly profile: InjectorProfileInUse,
  ) {}

  async list(
    vehicleId: number,
    filter: WriteFilter,
    caller: Pick<Caller, 'scope'>,
  ): Promise<{ rows: WriteRow[]; total: number }> {
    await mustSee(this.database.manager, caller.scope, vehicleId);
    const where = writeConditions(vehicleId, filter);
    const { page, size } = filter;
    const [[counted], rows] = await Promise.all([
      this.database.query<{ total: number }[]>(
        `SELECT count(*)::int AS total FROM ${writeFrom} WHERE ${where.sql}`,
        where.parameters,
      ),
      this.database.query<WriteColumns[]>(
        `SELECT ${writeColumns} FROM ${writeFrom} WHERE ${where.sql} ORDER BY ${writeOrder(filter)} LIMIT ${size} OFFSET ${(page - 1) * size}`,
        where.parameters,
      ),
    ]);
    return { rows: rows.map(toWriteRow), total: counted?.total ?? 0 };
  }

  /** As last reported by the engine, with their check, and their cylinders. */
  async injectors(sessionId: number, caller: Pick<Caller, 'scope'>): Promise<Injectors> {
    const { manager } = this.database;
    await mustSeeSession(manager, caller.scope, sessionId);
    const [session] = await this.database.query<
      { vehicle_id: number; info: EngineInfo | null; injector_codes: (string | null)[] | null }[]
    >('SELECT vehicle_id, info, injector_codes FROM diagnosis_session WHERE id = $1', [sessionId]);
    if (session === undefined) throw new Problem('NOT_FOUND');
    const engine = await engineOf(manager, session);
    const { profile } = this.profile.now;
    const order = firingOrderOf(engine, profile);
    const codes = session.injector_codes;
    return {
      firingOrder: order === null ? null : [...order],
      rows:
        order === null || codes?.length !== order.length
          ? null
          : order.map((cylinder, at) => {
              const code = codes[at] ?? null;
              return {
                cylinder,
                code,
                ...(code === null ? { coding: null, checksum: null } : judgeCode(code, engine, profile)),
              };
            }),
    };
  }
}

export interface WriteColumns {
  id: number;
  session_id: number;
  job_id: number | null;
  item: WriteRow['item'];
  old: string | null;
  args: Record<string, unknown>;
  values: ItemValues;
  verdict: WriteRow['verdict'];
  reason: string | null;
  started_at: Date;
  ended_at: Date | null;
  by_name: string;
  by_organization: string;
  approved_by: string | null;
}
export const writeColumns = `t.id, t.session_id, w.job_id, w.item, w.old, t.args, t.values, t.verdict, t.reason, t.started_at, t.ended_at, t.by_name, s.by_organization, a.decided_name AS approved_by`;
export const writeFrom = `service_write w JOIN diagnosis_test t ON t.id = w.test_id JOIN diagnosis_session s ON s.id = t.session_id LEFT JOIN write_approval a ON a.id = w.approval_id`;
/** Of a vehicle that the caller sees. */
export const writeConditions = (vehicleId: number, f: Partial<Filter>): Where =>
  new Where({ all: true }, 'w.vehicle_id')
    .andIf(vehicleId, (p) => `w.vehicle_id = ${p}`)
    .andIf(f.from, (p) => `t.started_at >= ${p}`)
    .andIf(f.to, (p) => `t.started_at <= ${p}`)
    .andIf(f.item, (p) => `w.item = ANY(${p}::text[])`)
    .andIf(f.jobId, (p) => `w.job_id = ${p}`)
    .contains(f.by, 't.by_name', 'a.decided_name');
export const writeOrder = ({ order }: Pick<Filter, 'order'>): string => `w.test_id ${order}`;

/** Those of a job, as they were made. */
export async function writesOfJob(tx: Tx, vehicleId: number, jobId: number): Promise<WriteRow[]> {
  const where = writeConditions(vehicleId, { jobId });
  const rows = await tx.query<WriteColumns[]>(
    `SELECT ${writeColumns} FROM ${writeFrom} WHERE ${where.sql} ORDER BY ${writeOrder({ order: 'asc' })}`,
    where.parameters,
  );
  return rows.map(toWriteRow);
}

/** A code as it was asked for; the number of the cylinder had one digit before. */
const KeptCode = z.object({ cylinder: z.coerce.number<unknown>().int().min(1).max(16), code: z.string() });

/** A run from before the rules of writes may hold anything: absent values are missing. */
export function toWriteRow(r: WriteColumns): WriteRow {
  const { values } = r;
  const code = r.item === 'c3iInfo' ? (KeptCode.safeParse(r.args).data ?? null) : null;
  const part = r.item === 'partReplacement' ? (ReplacedPart.safeParse(r.args).data ?? null) : null;
  const text = (item: string): string | null =>
    typeof values[item] === 'string' && values[item] !== '' ? values[item] : null;
  // values read just before the write take precedence over those of the connect
  const old = r.item === 'c3iInfo' ? (text('c3i.old') ?? r.old) : null;
  const result = r.ended_at === null ? 'running' : r.verdict === 'pass' ? 'written' : 'failed';
  return {
    id: r.id,
    sessionId: r.session_id,
    jobId: r.job_id,
    item: r.item,
    cylinder: code?.cylinder ?? null,
    part: part?.part ?? null,
    partCode: part?.partCode ?? null,
    serial: part?.serial ?? null,
    hours: part?.hours ?? null,
    old,
    new: code?.code ?? null,
    readBack: r.item === 'c3iInfo' ? text('c3i.code') : null,
    learned: part === null ? [] : learnedFrom(part.part, values),
    result,
    verdict: r.verdict,
    reason: r.reason,
    restored: result !== 'failed' ? null : part === null ? restoredCode(old, values) : restoredPart(part.part, values),
    by: r.by_name,
    organization: r.by_organization,
    approvedBy: r.approved_by,
    at: r.started_at.toISOString(),
    endedAt: r.ended_at?.toISOString() ?? null,
  };
}
