import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { undoableUntil } from '@headland/domain/undo';
import { CLOCK, type Clock } from '../../platform/clock';
import { SingleDuties } from '../../platform/jobs/single-duties';
import { releaseImage } from './banner-image.tx';

/** Detaches the pictures of deleted banners, once nobody can take the deletion back. */
@Injectable()
export class RemovedBanners {
  constructor(
    duties: SingleDuties,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
  ) {
    duties.hourly('pictures of deleted banners', () => this.detach());
  }

  async detach(): Promise<void> {
    await this.database.transaction(async (tx) => {
      const [rows] = await tx.query<[{ imageId: string }[], number]>(
        `UPDATE gpt_banner b SET image_id = NULL FROM (SELECT id, image_id FROM gpt_banner
           WHERE removed_at < $1 AND image_id IS NOT NULL ORDER BY image_id FOR UPDATE) was
         WHERE b.id = was.id RETURNING was.image_id AS "imageId"`,
        [undoableUntil(this.now())],
      );
      for (const { imageId } of rows) await releaseImage(tx, imageId);
    });
  }
}
