import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { afterService, CloseJobBody } from '@headland/contracts/after-service';
import { holds } from '@headland/domain/access';
import type { Reply } from '@headland/contracts/endpoint';
import { isRefusal } from '@headland/domain/decision';
import { closeJob } from '@headland/domain/after-service/service-job';
import { CLOCK, type Clock } from '../../platform/clock';
import type { Tx } from '../../platform/database/rows';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { actorOf, type Caller } from '../../platform/caller';
import { inTurnOn } from '../remote-diagnosis/lock-vehicle-service.tx';
import { JobReads } from './job.reads';
import { type JobRowColumns, lockJob } from './service-job.row';

type Closed = Reply<typeof afterService.closeJob>;

/** A job is done: what was done, and what came of it. From then on its sheet is locked. */
export class CloseJob extends Command<Closed> {
  constructor(
    readonly jobId: number,
    readonly body: z.output<typeof CloseJobBody>,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(CloseJob)
export class CloseJobHandler implements ICommandHandler<CloseJob> {
  constructor(
    private readonly change: Change,
    private readonly reads: JobReads,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ jobId, body, by }: CloseJob): Promise<Closed> {
    const completable = await this.change.run(actorOf(by), async (tx, emit) => {
      const [of] = await tx.query<{ vehicle_id: number }[]>('SELECT vehicle_id FROM service_job WHERE id = $1', [
        jobId,
      ]);
      if (of === undefined) throw new Problem('NOT_FOUND');
      await inTurnOn(tx, of.vehicle_id);
      const job = await lockJob(tx, by.scope, jobId);
      const decision = closeJob(job.state, await testRuns(tx, job.vehicle_id));
      if (isRefusal(decision)) throw new Problem(decision.code);
      if (job.version !== body.version)
        throw new Problem('CHANGED_MEANWHILE', { by: job.changed_by, at: job.changed_at.toISOString() });
      await tx.query(
        `UPDATE service_job SET version = version + 1, state = $2, work_done = $3, result = $4, closed_at = $5, closed_by = $6, changed_at = $5, changed_by = $6 WHERE id = $1`,
        [jobId, decision.change.state, body.workDone, body.result, this.now(), by.name],
      );
      for (const name of decision.events)
        emit(
          name,
          { vehicleId: job.vehicle_id, jobId, state: decision.change.state, result: body.result },
          { organizationId: job.organization_id, vehicleId: job.vehicle_id },
        );
      return completableBy(by, job);
    });
    return { job: await this.reads.get(jobId, by), completable };
  }
}

/** The report that it was about, where it is accepted and the caller may complete it. */
const completableBy = (
  by: Caller,
  { fault_id: id, fault_version: version, fault_code: code, fault_status: status }: JobRowColumns,
): Closed['completable'] =>
  id === null || version === null || code === null || status !== 'accepted' || !holds(by, 'breakdown:U')
    ? null
    : { id, version, code };

const testRuns = async (tx: Tx, vehicleId: number): Promise<boolean> =>
  (
    await tx.query<unknown[]>(
      'SELECT 1 FROM diagnosis_session s JOIN diagnosis_test t ON t.session_id = s.id WHERE s.vehicle_id = $1 AND s.ended_at IS NULL AND t.ended_at IS NULL LIMIT 1',
      [vehicleId],
    )
  ).length > 0;
