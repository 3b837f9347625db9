import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed } from '@headland/contracts/endpoint';
import type { FaultImage, faults } from '@headland/contracts/fault';
import { addImage, removeImage } from '@headland/domain/fault';
import { isRefusal } from '@headland/domain/decision';
import { returning, type Tx } from '../../platform/database/rows';
import { refuseActedMeanwhile } from '../../platform/event-log/acted-meanwhile';
import { Change } from '../../platform/event-log/change';
import { dropFile, keepOwnImage } from '../../platform/files/file-store';
import { Problem } from '../../platform/problem';
import type { Caller } from '../../platform/caller';
import { actOnFault } from './act-on-fault';

/** Attaches an uploaded image to an open report. */
export class AddFaultImage extends Command<FaultImage[]> {
  constructor(
    readonly id: number,
    readonly body: Parsed<typeof faults.addImage>['body'],
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(AddFaultImage)
export class AddFaultImageHandler implements ICommandHandler<AddFaultImage> {
  constructor(
    private readonly change: Change,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  async execute({ id, body: { imageId, alt = '', version: seen }, by }: AddFaultImage): Promise<FaultImage[]> {
    await actOnFault(
      this.change,
      by,
      id,
      async (report, tx) => {
        const decision = addImage(report, (await imagesOf(tx, id)).length);
        if (isRefusal(decision)) return decision;
        await keepOwnImage(tx, imageId, by, 'imageId');
        await tx.query(
          'INSERT INTO fault_image (file_id, fault_id, alt, by_user, by_name, at) VALUES ($1, $2, $3, $4, $5, clock_timestamp())',
          [imageId, id, alt, by.userId, by.name],
        );
        return decision;
      },
      { seen, ...(alt === '' ? {} : { note: alt }) },
    );
    return imagesOf(this.database, id);
  }
}

/** Removes an image from an open report. */
export class RemoveFaultImage extends Command<FaultImage[]> {
  constructor(
    readonly id: number,
    readonly imageId: string,
    readonly by: Caller,
    readonly seen?: number,
  ) {
    super();
  }
}

@CommandHandler(RemoveFaultImage)
export class RemoveFaultImageHandler implements ICommandHandler<RemoveFaultImage> {
  constructor(
    private readonly change: Change,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  async execute({ id, imageId, by, seen }: RemoveFaultImage): Promise<FaultImage[]> {
    await actOnFault(
      this.change,
      by,
      id,
      async (report, tx) => {
        const decision = removeImage(report);
        if (isRefusal(decision)) return decision;
        const removed = await returning<unknown>(
          tx,
          'DELETE FROM fault_image WHERE file_id = $1 AND fault_id = $2 RETURNING file_id',
          [imageId, id],
        );
        if (removed.length === 0) {
          // a colleague may have been faster
          await refuseActedMeanwhile(tx, 'fault', id, seen, by);
          throw new Problem('NOT_FOUND');
        }
        await dropFile(tx, imageId);
        return decision;
      },
      { seen },
    );
    return imagesOf(this.database, id);
  }
}

/** Images of a report whose scope has been checked; in the order in which they were added. */
export async function imagesOf(tx: Tx, id: number): Promise<FaultImage[]> {
  const rows = await tx.query<(Omit<FaultImage, 'at'> & { at: Date })[]>(
    'SELECT file_id AS id, alt, at, by_name AS by FROM fault_image WHERE fault_id = $1 ORDER BY at, file_id',
    [id],
  );
  return rows.map((r) => ({ ...r, at: r.at.toISOString() }));
}
