import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { ServiceJob, StartJobBody } from '@headland/contracts/after-service';
import { CLOCK, type Clock } from '../../platform/clock';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { actorOf, memberId, type Caller } from '../../platform/caller';
import { JobReads } from './job.reads';
import { mayLink } from './linked-fault';
import { inTurnOn } from '../remote-diagnosis/lock-vehicle-service.tx';

/** Somebody begins a job on a vehicle that has no open one. Whoever is connected for after-service already has begun it. */
export class StartJob extends Command<ServiceJob> {
  constructor(
    readonly vehicleId: number,
    readonly body: z.output<typeof StartJobBody>,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(StartJob)
export class StartJobHandler implements ICommandHandler<StartJob> {
  constructor(
    private readonly change: Change,
    private readonly reads: JobReads,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ vehicleId, body, by }: StartJob): Promise<ServiceJob> {
    const jobId = await this.change.run(actorOf(by), async (tx, emit) => {
      const organizationId = await organizationOf(tx, by, vehicleId);
      await inTurnOn(tx, vehicleId);
      await refuseSecond(tx, vehicleId);
      if (body.faultId !== undefined) await mayLink(tx, by, vehicleId, body.faultId);
      const state = (await isServed(tx, vehicleId)) ? 'inProgress' : 'open';
      const id = await insert(tx, vehicleId, state, body, by, this.now());
      emit('serviceJob.started', { vehicleId, jobId: id, state }, { organizationId, vehicleId });
      return id;
    });
    return this.reads.get(jobId, by);
  }
}

async function insert(
  tx: Tx,
  vehicleId: number,
  state: string,
  body: StartJob['body'],
  by: Caller,
  now: Date,
): Promise<number> {
  await tx.query('UPDATE service_job SET newest = false WHERE vehicle_id = $1 AND newest', [vehicleId]);
  const [made] = await tx.query<{ id: number }[]>(
    `INSERT INTO service_job (vehicle_id, state, symptom, fault_id, visit_on, started_at, begun_at, by_user, by_name, by_organization, changed_at, changed_by)
     VALUES ($1, $2, $3, $4, $5, $6, CASE WHEN $2 = 'inProgress' THEN $6::timestamptz END, $7, $8, (SELECT name FROM organization WHERE id = $9), $6, $8) RETURNING id`,
    [vehicleId, state, body.symptom, body.faultId ?? null, body.visitOn, now, memberId(by), by.name, by.organizationId],
  );
  return (made as { id: number }).id;
}

async function organizationOf(tx: Tx, by: Caller, vehicleId: number): Promise<number> {
  const where = new Where(by.scope, 'v.organization_id').andIf(vehicleId, (p) => `v.id = ${p}`);
  const [row] = await tx.query<{ id: number }[]>(
    `SELECT v.organization_id AS id FROM vehicle v WHERE ${where.sql}`,
    where.parameters,
  );
  if (row === undefined) throw new Problem('NOT_FOUND');
  return row.id;
}

async function refuseSecond(tx: Tx, vehicleId: number): Promise<void> {
  const [open] = await tx.query<{ id: number; by: string }[]>(
    "SELECT id, by_name AS by FROM service_job WHERE vehicle_id = $1 AND state <> 'closed'",
    [vehicleId],
  );
  if (open !== undefined) throw new Problem('JOB_ALREADY_OPEN', { id: open.id, by: open.by });
}

const isServed = async (tx: Tx, vehicleId: number): Promise<boolean> =>
  (
    await tx.query<unknown[]>(
      "SELECT 1 FROM diagnosis_session WHERE vehicle_id = $1 AND ended_at IS NULL AND kind = 'afterService' AND connected_at IS NOT NULL",
      [vehicleId],
    )
  ).length > 0;
