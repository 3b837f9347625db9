import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EditJobBody, ServiceJob } from '@headland/contracts/after-service';
import { isRefusal } from '@headland/domain/decision';
import { editJob } from '@headland/domain/after-service/service-job';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { actorOf, type Caller } from '../../platform/caller';
import { JobReads } from './job.reads';
import { mayLink } from './linked-fault';
import { lockJob } from './service-job.row';

/** The sheet of a job as it is written now, whole. */
export class EditJob extends Command<ServiceJob> {
  constructor(
    readonly jobId: number,
    readonly body: EditJobBody,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(EditJob)
export class EditJobHandler implements ICommandHandler<EditJob> {
  constructor(
    private readonly change: Change,
    private readonly reads: JobReads,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ jobId, body, by }: EditJob): Promise<ServiceJob> {
    await this.change.run(actorOf(by), async (tx, emit) => {
      const job = await lockJob(tx, by.scope, jobId);
      const decision = editJob(job.state);
      if (isRefusal(decision)) throw new Problem(decision.code);
      if (job.version !== body.version)
        throw new Problem('CHANGED_MEANWHILE', { by: job.changed_by, at: job.changed_at.toISOString() });
      // a report that was completed since stays the one that the job is about
      if (body.faultId !== null && body.faultId !== job.fault_id) await mayLink(tx, by, job.vehicle_id, body.faultId);
      await tx.query(
        `UPDATE service_job SET version = version + 1, symptom = $2, fault_id = $3, visit_on = $4, work_done = NULLIF($5, ''), parts = $6, labour_minutes = $7, changed_at = $8,
           changed_by = $9 WHERE id = $1`,
        [
          jobId,
          body.symptom,
          body.faultId,
          body.visitOn,
          body.workDone,
          JSON.stringify(body.parts),
          body.labourMinutes,
          this.now(),
          by.name,
        ],
      );
      for (const name of decision.events)
        emit(
          name,
          { vehicleId: job.vehicle_id, jobId, state: decision.change.state },
          { organizationId: job.organization_id, vehicleId: job.vehicle_id },
        );
    });
    return this.reads.get(jobId, by);
  }
}
