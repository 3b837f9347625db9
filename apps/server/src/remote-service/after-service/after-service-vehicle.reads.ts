import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { AfterServiceFilter, AfterServiceRow, JobState } from '@headland/contracts/after-service';
import type { Tx } from '../../platform/database/rows';
import type { Caller } from '../../platform/caller';
import { ServiceVehicleReads } from '../remote-diagnosis/service-vehicle.reads';

/** Vehicles with their newest job. */
@Injectable()
export class AfterServiceVehicleReads {
  constructor(
    private readonly vehicles: ServiceVehicleReads,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  async list(filter: AfterServiceFilter, caller: Caller): Promise<{ rows: AfterServiceRow[]; total: number }> {
    const { rows, total } = await this.vehicles.list(filter, caller);
    const jobs = await newestJobs(
      this.database.manager,
      rows.map((r) => r.id),
    );
    return { rows: rows.map((r) => ({ ...r, job: jobs.get(r.id) ?? null })), total };
  }
}

/** Of so many vehicles at once. */
export async function newestJobs(
  tx: Tx,
  vehicleIds: readonly number[],
): Promise<Map<number, NonNullable<AfterServiceRow['job']>>> {
  const rows = await tx.query<
    {
      vehicle_id: number;
      id: number;
      state: JobState;
      symptom: string;
      fault_id: number | null;
      code: string | null;
      by: string;
    }[]
  >(
    `SELECT j.vehicle_id, j.id, j.state, j.symptom, f.id AS fault_id, f.code, j.by_name AS by FROM service_job j LEFT JOIN fault_report f ON f.id = j.fault_id
     WHERE j.newest AND j.vehicle_id = ANY($1)`,
    [vehicleIds],
  );
  return new Map(
    rows.map(({ vehicle_id: vehicleId, fault_id: faultId, code, ...job }) => [
      vehicleId,
      { ...job, fault: faultId === null || code === null ? null : { id: faultId, code } },
    ]),
  );
}
