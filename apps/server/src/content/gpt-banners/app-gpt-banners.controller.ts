import { Controller, Inject, Req, Res } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Request, Response } from 'express';
import type { DataSource } from 'typeorm';
import { appBanners } from '@headland/contracts/app-gpt-banner';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { dayOf } from '@headland/domain/zone-day';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { FileStore } from '../../platform/files/file-store';
import { Serve } from '../../platform/serve';
import { countClick, publishedBanners, publishedImage } from './gpt-banner.reads';

type Banners = typeof appBanners;

/** What the customers' app shows of the banners: those of today, to every member alike. */
@Controller()
export class AppGptBannersController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly files: FileStore,
  ) {}

  @Serve(appBanners.list) list(_: Parsed<Banners['list']>): Promise<Reply<Banners['list']>> {
    return publishedBanners(this.database, this.today());
  }

  /** The picture of a banner may be replaced: an app that keeps it asks each time whether it is the same. */
  @Serve(appBanners.image) async image(
    { params, query: { size } }: Parsed<Banners['image']>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Reply<Banners['image']>> {
    const id = await publishedImage(this.database, params.id, this.today());
    const tag = `"${id}-${size}"`;
    response.set({ 'Cache-Control': 'private, no-cache', ETag: tag });
    if (request.headers['if-none-match'] === tag) {
      response.status(304);
      return { name: null, bytes: new Uint8Array() };
    }
    return { name: null, bytes: await this.files.read(id, size) };
  }

  @Serve(appBanners.click) async click({ params }: Parsed<Banners['click']>): Promise<Reply<Banners['click']>> {
    await countClick(this.database, params.id, this.today());
    return { done: true };
  }

  private today(): string {
    return dayOf(this.now().getTime(), this.config.PRODUCT_TIME_ZONE);
  }
}
