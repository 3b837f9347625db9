import type { JobImage, JobPart, JobResult, JobState, ServiceJob } from '@headland/contracts/after-service';
import type { FaultStatus } from '@headland/contracts/fault';
import type { Place } from '@headland/contracts/shared-shapes';
import { severityOfRank } from '@headland/domain/fault';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import { Problem } from '../../platform/problem';
import type { Scope } from '../../platform/caller';

/** A job as its row has it, with what it is about. `j` is the job, `v` its vehicle, `f` the fault report. */
export interface JobRowColumns {
  id: number;
  version: number;
  vehicle_id: number;
  organization_id: number;
  vin: string;
  model: string;
  state: JobState;
  symptom: string;
  fault_id: number | null;
  fault_version: number | null;
  fault_code: string | null;
  fault_name: Place | null;
  fault_severity: number | null;
  fault_status: FaultStatus | null;
  visit_on: string;
  work_done: string | null;
  parts: JobPart[];
  labour_minutes: number | null;
  result: JobResult | null;
  started_at: Date;
  begun_at: Date | null;
  closed_at: Date | null;
  by_name: string;
  by_organization: string;
  closed_by: string | null;
  changed_at: Date;
  changed_by: string;
  seen_event: number;
}
export const jobColumns = `j.id, j.version, j.vehicle_id, v.organization_id, v.vin, m.name AS model, j.state, j.symptom, j.fault_id, f.version AS fault_version, f.code AS fault_code,
  f.name AS fault_name, f.severity AS fault_severity, f.status AS fault_status, j.visit_on::text AS visit_on, j.work_done, j.parts, j.labour_minutes, j.result, j.started_at, j.begun_at,
  j.closed_at, j.by_name, j.by_organization, j.closed_by, j.changed_at, j.changed_by,
  (SELECT COALESCE(max(number), 0)::float8 FROM event_log) AS seen_event`;
export const jobFrom =
  'service_job j JOIN vehicle v ON v.id = j.vehicle_id JOIN model m ON m.id = v.model_id LEFT JOIN fault_report f ON f.id = j.fault_id';

type Sheet = Omit<ServiceJob, 'version' | 'vehicle' | 'images' | 'seenEvent'>;
export const toSheet = (r: JobRowColumns): Sheet => ({
  id: r.id,
  state: r.state,
  symptom: r.symptom,
  fault:
    r.fault_id === null || r.fault_code === null || r.fault_name === null || r.fault_status === null
      ? null
      : {
          id: r.fault_id,
          code: r.fault_code,
          name: r.fault_name,
          severity: severityOfRank(r.fault_severity ?? 0) ?? 'minor',
          status: r.fault_status,
        },
  visitOn: r.visit_on,
  workDone: r.work_done,
  parts: r.parts,
  labourMinutes: r.labour_minutes,
  result: r.result,
  startedAt: r.started_at.toISOString(),
  by: r.by_name,
  organization: r.by_organization,
  begunAt: r.begun_at?.toISOString() ?? null,
  closedAt: r.closed_at?.toISOString() ?? null,
  closedBy: r.closed_by,
});
export const toJob = (r: JobRowColumns, images: JobImage[]): ServiceJob => ({
  ...toSheet(r),
  version: r.version,
  vehicle: { id: r.vehicle_id, vin: r.vin, model: r.model },
  images,
  seenEvent: r.seen_event,
});

/** A job is in the scope of its vehicle's present organization. Locked until the transaction ends; throws NOT_FOUND outside of the scope. */
export async function lockJob(tx: Tx, scope: Scope, id: number): Promise<JobRowColumns> {
  const where = new Where(scope, 'v.organization_id').andIf(id, (p) => `j.id = ${p}`);
  const [row] = await tx.query<JobRowColumns[]>(
    `SELECT ${jobColumns} FROM ${jobFrom} WHERE ${where.sql} FOR UPDATE OF j`,
    where.parameters,
  );
  if (row === undefined) throw new Problem('NOT_FOUND');
  return row;
}

/** In the order in which they were added. */
export async function jobImages(tx: Tx, jobId: number): Promise<JobImage[]> {
  const rows = await tx.query<(Omit<JobImage, 'at'> & { at: Date })[]>(
    'SELECT file_id AS id, alt, at, by_name AS by FROM service_job_image WHERE job_id = $1 ORDER BY at, file_id',
    [jobId],
  );
  return rows.map((r) => ({ ...r, at: r.at.toISOString() }));
}
