import { Controller, Inject, Res } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Response } from 'express';
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

  @Serve(appBanners.image) async image(
    { params, query: { size } }: Parsed<Banners['image']>,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Reply<Banners['image']>> {
    const id = await publishedImage(this.database, params.id, this.today());
    response.set('Cache-Control', 'private, max-age=3600');
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
