import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { JobImage } from '@headland/contracts/after-service';
import { isRefusal } from '@headland/domain/decision';
import { addJobImage, removeJobImage } from '@headland/domain/after-service/service-job';
import { CLOCK, type Clock } from '../platform/clock';
import { returning, type Tx } from '../platform/database/rows';
import { Change } from '../platform/event-log/change';
import { dropFile, keepFile } from '../platform/files/file-store';
import { Problem } from '../platform/problem';
import { actorOf, memberId, type Caller } from '../platform/who';
import { jobImages, type JobRowColumns, lockJob } from './service-job.row';

/** A picture that the caller has uploaded becomes part of an open job. */
export class AddJobImage extends Command<JobImage[]> {
  constructor(
    readonly jobId: number,
    readonly imageId: string,
    readonly alt: string,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(AddJobImage)
export class AddJobImageHandler implements ICommandHandler<AddJobImage> {
  constructor(
    private readonly change: Change,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ jobId, imageId, alt, by }: AddJobImage): Promise<JobImage[]> {
    await onPictures(this.change, by, jobId, async (job, tx) => {
      const decision = addJobImage(job.state, (await jobImages(tx, jobId)).length);
      if (isRefusal(decision)) return decision;
      // another record's picture stays that record's: taking it off here would end it there
      const [own] = await tx.query<unknown[]>('SELECT 1 FROM stored_file WHERE id = $1 AND created_by = $2 AND NOT kept FOR UPDATE', [imageId, memberId(by)]);
      if (own === undefined) throw new Problem('E0001', {}, { imageId: 'field.unknown' });
      await keepFile(tx, imageId, 'image', 'imageId');
      await tx.query('INSERT INTO service_job_image (file_id, job_id, alt, at, by_name) VALUES ($1, $2, $3, $4, $5)', [imageId, jobId, alt, this.now(), by.name]);
      return decision;
    });
    return jobImages(this.database, jobId);
  }
}

/** Taken off again, while the job is open. */
export class RemoveJobImage extends Command<JobImage[]> {
  constructor(
    readonly jobId: number,
    readonly imageId: string,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(RemoveJobImage)
export class RemoveJobImageHandler implements ICommandHandler<RemoveJobImage> {
  constructor(
    private readonly change: Change,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  async execute({ jobId, imageId, by }: RemoveJobImage): Promise<JobImage[]> {
    await onPictures(this.change, by, jobId, async (job, tx) => {
      const decision = removeJobImage(job.state);
      if (isRefusal(decision)) return decision;
      const gone = await returning<unknown>(tx, 'DELETE FROM service_job_image WHERE file_id = $1 AND job_id = $2 RETURNING file_id', [imageId, jobId]);
      if (gone.length === 0) throw new Problem('NOT_FOUND');
      await dropFile(tx, imageId);
      return decision;
    });
    return jobImages(this.database, jobId);
  }
}

type Answer = ReturnType<typeof removeJobImage>;
const onPictures = (change: Change, by: Caller, jobId: number, decide: (job: JobRowColumns, tx: Tx) => Promise<Answer>): Promise<void> =>
  change.run(actorOf(by), async (tx, emit) => {
    const job = await lockJob(tx, by.scope, jobId);
    const decision = await decide(job, tx);
    if (isRefusal(decision)) throw new Problem(decision.code, decision.values);
    for (const name of decision.events)
      emit(name, { vehicleId: job.vehicle_id, jobId, state: job.state }, { organizationId: job.organization_id, vehicleId: job.vehicle_id });
  });
