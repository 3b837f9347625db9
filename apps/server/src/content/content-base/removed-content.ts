import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { publicationKinds } from '@headland/contracts/content';
import { undoableUntil } from '@headland/domain/undo';
import { CLOCK, type Clock } from '../../platform/clock';
import { SingleDuties } from '../../platform/jobs/single-duties';
import { dropImages } from './content-images.tx';

/** Drops the pictures of removed content, once nobody can take the removal back. */
@Injectable()
export class RemovedContent {
  constructor(
    duties: SingleDuties,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
  ) {
    duties.hourly('pictures of removed content', () => this.dropPictures());
  }

  async dropPictures(): Promise<void> {
    for (const kind of publicationKinds) {
      const rows = await this.database.query<{ id: number }[]>(
        `SELECT r.id FROM ${kind} r WHERE r.removed_at < $2
           AND EXISTS (SELECT 1 FROM content_image i WHERE i.kind = $1 AND i.record_id = r.id)`,
        [kind, undoableUntil(this.now())],
      );
      for (const { id } of rows) await this.database.transaction((tx) => dropImages(tx, kind, id));
    }
  }
}
