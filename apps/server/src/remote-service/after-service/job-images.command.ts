import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { afterService, JobImage } from '@headland/contracts/after-service';
import type { Parsed } from '@headland/contracts/endpoint';
import { isRefusal } from '@headland/domain/decision';
import { addJobImage, removeJobImage } from '@headland/domain/after-service/service-job';
import { CLOCK, type Clock } from '../../platform/clock';
import { returning, type Tx } from '../../platform/database/rows';
import { Change } from '../../platform/event-log/change';
import { dropFile, keepOwnImage } from '../../platform/files/file-store';
import { Problem } from '../../platform/problem';
import { actorOf, type Caller } from '../../platform/caller';
import { jobImages, type JobRowColumns, lockJob } from './service-job.row';

/** A picture that the caller has uploaded becomes part of an open job. */
export class AddJobImage extends Command<JobImage[]> {
  constructor(
    readonly jobId: number,
    readonly body: Parsed<typeof afterService.addImage>['body'],
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

  async execute({ jobId, body: { imageId, alt = '', version: seen }, by }: AddJobImage): Promise<JobImage[]> {
    await onPictures(this.change, by, { jobId, seen }, async (job, tx) => {
      const decision = addJobImage(job.state, (await jobImages(tx, jobId)).length);
      if (isRefusal(decision)) return decision;
      await keepOwnImage(tx, imageId, by, 'imageId');
      await tx.query('INSERT INTO service_job_image (file_id, job_id, alt, at, by_name) VALUES ($1, $2, $3, $4, $5)', [
        imageId,
        jobId,
        alt,
        this.now(),
        by.name,
      ]);
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
    readonly seen?: number,
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

  async execute({ jobId, imageId, by, seen }: RemoveJobImage): Promise<JobImage[]> {
    await onPictures(this.change, by, { jobId, seen }, async (job, tx) => {
      const decision = removeJobImage(job.state);
      if (isRefusal(decision)) return decision;
      const gone = await returning<unknown>(
        tx,
        'DELETE FROM service_job_image WHERE file_id = $1 AND job_id = $2 RETURNING file_id',
        [imageId, jobId],
      );
      if (gone.length === 0) throw new Problem('NOT_FOUND');
      await dropFile(tx, imageId);
      return decision;
    });
    return jobImages(this.database, jobId);
  }
}

type Answer = ReturnType<typeof removeJobImage>;
interface Act {
  jobId: number;
  seen: number | undefined;
}
const onPictures = (
  change: Change,
  by: Caller,
  { jobId, seen }: Act,
  decide: (job: JobRowColumns, tx: Tx) => Promise<Answer>,
): Promise<void> =>
  change.run(actorOf(by), async (tx, emit) => {
    const job = await lockJob(tx, by.scope, jobId);
    const decision = await decide(job, tx);
    if (isRefusal(decision)) throw new Problem(decision.code, decision.values);
    await refuseChangedSince(tx, job, seen, by);
    for (const name of decision.events)
      emit(
        name,
        { vehicleId: job.vehicle_id, jobId, state: job.state },
        { organizationId: job.organization_id, vehicleId: job.vehicle_id },
      );
  });

/**
 * Refuses where a colleague has written the sheet or changed the pictures after the event that the caller has seen. Pictures are no field of the sheet
 * and leave its version alone, so that an open form stays valid; the logged number covers both.
 */
async function refuseChangedSince(tx: Tx, job: JobRowColumns, seen: number | undefined, by: Caller): Promise<void> {
  if (seen === undefined) return;
  const [last] = await tx.query<{ at: Date; by: string; what: string; version: number }[]>(
    `SELECT at, by_name AS by, name AS what, number::float8 AS version FROM event_log
     WHERE vehicle_id = $1 AND number > $2 AND name = 'serviceJob.changed' AND payload->>'jobId' = $3::text AND by_user <> $4 ORDER BY number DESC LIMIT 1`,
    [job.vehicle_id, seen, String(job.id), by.userId],
  );
  if (last) throw new Problem('CHANGED_MEANWHILE', { ...last, at: last.at.toISOString() });
}
