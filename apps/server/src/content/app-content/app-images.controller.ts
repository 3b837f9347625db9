import { Controller, Inject, Req, Res } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Request, Response } from 'express';
import type { DataSource } from 'typeorm';
import { appContent } from '@headland/contracts/app-content';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { dayOf } from '@headland/domain/zone-day';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { visibleSql } from '../../platform/database/posting';
import { FileStore } from '../../platform/files/file-store';
import { Problem } from '../../platform/problem';
import { Serve } from '../../platform/serve';

/** Pictures for the app, without a session: those of something that is published now, and no other. */
@Controller()
export class AppImagesController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly files: FileStore,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** A browser may keep it, since it never changes under its id; a shared cache may not, since it can be withdrawn. */
  @Serve(appContent.image)
  async image(
    { params: { id }, query: { size } }: Parsed<typeof appContent.image>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Reply<typeof appContent.image>> {
    const today = dayOf(this.now().getTime(), this.config.PRODUCT_TIME_ZONE);
    const published = await this.database.query<unknown[]>(
      `SELECT 1 FROM content_image i WHERE i.image_id = $1 AND (${publishedKinds('$2').join(' OR ')}) LIMIT 1`,
      [id, today],
    );
    if (published.length === 0) throw new Problem('NOT_FOUND');
    const tag = `"${id}-${size}"`;
    response.set({ 'Cache-Control': 'private, max-age=31536000, immutable', ETag: tag });
    if (request.headers['if-none-match'] === tag) {
      response.status(304);
      return { name: null, bytes: new Uint8Array() };
    }
    return { name: null, bytes: await this.files.read(id, size) };
  }
}

const publishedKinds = (today: string): string[] => [
  ...['notice', 'post'].map(
    (kind) =>
      `i.kind = '${kind}' AND EXISTS (SELECT 1 FROM ${kind} r WHERE r.id = i.record_id AND r.removed_at IS NULL AND ${visibleSql('r', today)})`,
  ),
  `i.kind = 'faq' AND EXISTS (SELECT 1 FROM faq r WHERE r.id = i.record_id AND r.removed_at IS NULL AND r.display = 'shown')`,
  `i.kind = 'category' AND EXISTS (SELECT 1 FROM shop_category r WHERE r.id = i.record_id AND r.display = 'shown')`,
  `i.kind = 'shopBanner' AND EXISTS (SELECT 1 FROM shop_banner r WHERE r.id = i.record_id AND ${visibleSql('r', today)})`,
  `i.kind = 'part' AND EXISTS (SELECT 1 FROM part r JOIN shop_category c ON c.id = r.category_id
     WHERE r.id = i.record_id AND r.display = 'shown' AND c.display = 'shown')`,
];
