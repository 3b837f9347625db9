import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { JobFilter, JobPage, JobRow, ServiceJob } from '@headland/contracts/after-service';
import { mayRead } from '@headland/domain/access';
import type { FaultStatus } from '@headland/contracts/fault';
import type { Place } from '@headland/contracts/shared-shapes';
import { severityOfRank } from '@headland/domain/fault';
import { containsPattern, Where } from '../../platform/database/where';
import { faultIsOpen } from '../../platform/database/open-sql';
import { Problem } from '../../platform/problem';
import type { Caller } from '../../platform/caller';
import { mustSee } from '../../fleet/vehicles/vehicle.reads';
import { jobColumns, jobFrom, jobImages, type JobRowColumns, toJob, toSheet } from './service-job.row';

type Filter = Omit<JobFilter, 'page' | 'size'>;
export type JobListColumns = JobRowColumns & { writes: number };

@Injectable()
export class JobReads {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async get(id: number, caller: Pick<Caller, 'scope'>): Promise<ServiceJob> {
    const where = new Where(caller.scope, 'v.organization_id').andIf(id, (p) => `j.id = ${p}`);
    return this.one(where);
  }

  /** The newest job of a vehicle, and what one may be about. */
  async page(vehicleId: number, caller: Caller): Promise<JobPage> {
    await mustSee(this.database.manager, caller.scope, vehicleId);
    const where = new Where(caller.scope, 'v.organization_id')
      .andIf(vehicleId, (p) => `j.vehicle_id = ${p}`)
      .and('j.newest');
    const [[newest], faults] = await Promise.all([
      this.database.query<JobRowColumns[]>(`SELECT ${jobColumns} FROM ${jobFrom} WHERE ${where.sql}`, where.parameters),
      mayRead(caller, 'breakdown')
        ? this.database.query<{ id: number; code: string; name: Place; severity: number; status: FaultStatus }[]>(
            `SELECT id, code, name, severity, status FROM fault_report WHERE vehicle_id = $1 AND ${faultIsOpen()} ORDER BY severity, occurred_at DESC LIMIT 50`,
            [vehicleId],
          )
        : [],
    ]);
    return {
      job: newest === undefined ? null : toJob(newest, await jobImages(this.database, newest.id)),
      faults: faults.map((f) => ({ ...f, severity: severityOfRank(f.severity) ?? 'minor' })),
    };
  }

  async list(
    vehicleId: number,
    filter: JobFilter,
    caller: Pick<Caller, 'scope'>,
  ): Promise<{ rows: JobRow[]; total: number }> {
    await mustSee(this.database.manager, caller.scope, vehicleId);
    const where = jobConditions(vehicleId, filter);
    const { page, size } = filter;
    const [[counted], rows] = await Promise.all([
      this.database.query<{ total: number }[]>(
        `SELECT count(*)::int AS total FROM service_job j WHERE ${where.sql}`,
        where.parameters,
      ),
      this.database.query<JobListColumns[]>(
        `SELECT ${jobListColumns} FROM ${jobFrom} WHERE ${where.sql} ORDER BY ${jobOrder(filter)} LIMIT ${size} OFFSET ${(page - 1) * size}`,
        where.parameters,
      ),
    ]);
    return { rows: rows.map(toJobRow), total: counted?.total ?? 0 };
  }

  private async one(where: Where): Promise<ServiceJob> {
    const [row] = await this.database.query<JobRowColumns[]>(
      `SELECT ${jobColumns} FROM ${jobFrom} WHERE ${where.sql}`,
      where.parameters,
    );
    if (row === undefined) throw new Problem('NOT_FOUND');
    return toJob(row, await jobImages(this.database, row.id));
  }
}

export const jobListColumns = `${jobColumns}, (SELECT count(*)::int FROM service_write w WHERE w.job_id = j.id) AS writes`;
export const toJobRow = (r: JobListColumns): JobRow => ({ ...toSheet(r), writes: r.writes });

/** Of a vehicle that the caller sees. */
export function jobConditions(vehicleId: number, f: Filter): Where {
  return new Where({ all: true }, 'j.vehicle_id')
    .andIf(vehicleId, (p) => `j.vehicle_id = ${p}`)
    .andIf(f.from, (p) => `j.started_at >= ${p}`)
    .andIf(f.to, (p) => `j.started_at <= ${p}`)
    .andIf(f.state, (p) => `j.state = ANY(${p}::text[])`)
    .andIf(f.result, (p) => `j.result = ANY(${p}::text[])`)
    .andIf(
      f.part === undefined || f.part === '' ? undefined : containsPattern(f.part),
      (p) => `EXISTS (SELECT 1 FROM jsonb_array_elements(j.parts) x WHERE x->>'partCode' ILIKE ${p})`,
    )
    .contains(f.by, 'j.by_name', 'j.closed_by');
}
const sortable: Record<Filter['sort'], string> = {
  id: 'j.id',
  startedAt: 'j.started_at',
  closedAt: 'j.closed_at',
  visitOn: 'j.visit_on',
};
export const jobOrder = (f: Filter): string =>
  `${sortable[f.sort]} ${f.order}${f.sort === 'closedAt' ? ' NULLS LAST' : ''}, j.id DESC`;
